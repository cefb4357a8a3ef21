import type { personalData as english } from '../en/personal-data.ts'

const topics: typeof english.topics = {
  account: () => ({
    what: 'Nama, alamat e-mel, peranan, gambar jika ditambah, bahasa',
    why: 'Untuk mempunyai akaun',
    howLong: 'Sehingga akaun dipadam',
  }),
  password: () => ({
    what: 'Kata laluan anda, sebagai cernaan Argon2id yang tidak boleh dibalikkan',
    why: 'Untuk membenarkan anda masuk, dan bukan orang lain',
    howLong: 'Sehingga anda menukarnya',
  }),
  passkeys: () => ({
    what: 'Kunci laluan anda, jika anda menambahnya: kunci awam, nama yang anda berikan, bila ditambah dan kali terakhir digunakan',
    why: 'Untuk membolehkan anda log masuk dengannya',
    howLong: 'Sehingga anda mengalih keluarnya, atau akaun dipadam',
  }),
  secondFactor: () => ({
    what: 'Kunci aplikasi pengesah anda, disulitkan, dan cernaan kod pemulihan anda, jika anda menghidupkan langkah kedua',
    why: 'Untuk menyemak kod yang anda taip',
    howLong: 'Sehingga anda mematikannya, atau akaun dipadam',
  }),
  providers: () => ({
    what: 'Nombor yang diberikan Google atau GitHub kepada anda, jika anda log masuk dengan mereka',
    why: 'Untuk mengenali anda di situ',
    howLong: 'Sehingga akaun dipadam',
  }),
  emailChanges: () => ({
    what: 'Alamat lama dan baharu, jika anda menukar alamat e-mel anda',
    why: 'Untuk bertanya kepada kedua-dua peti mel, dan membolehkan yang lama membatalkannya',
    howLong: '14 hari selepas permintaan, dan 14 hari selepas pertukaran',
  }),
  secondFactorRemovals: (long) => ({
    what: 'Jika anda kehilangan langkah kedua: siapa yang mengalih keluarnya, sebabnya, dan cara mereka memastikan itu anda',
    why: 'Untuk menunjukkan keputusan itu kepada anda dan pentadbir utama',
    howLong: `${long('second-factor-removals.ended')} selepas keputusan, atau sehingga akaun dipadam`,
  }),
  sessions: () => ({
    what: 'Tempat anda log masuk: pelayar, masa, serta alamat rangkaian semasa log masuk dan kali terakhir aktif',
    why: 'Untuk menunjukkan sesi anda dan membolehkan anda menamatkannya',
    howLong: 'Sehingga anda log keluar; paling lama 90 hari',
  }),
  links: () => ({
    what: 'Bahawa kami menghantar pautan kepada anda untuk mengesahkan alamat atau memilih kata laluan, atau memberi pautan muat turun',
    why: 'Untuk menerima setiap pautan sekali sahaja',
    howLong: 'Sehingga pautan itu tamat; paling lama tiga hari',
  }),
  failures: (long) => ({
    what: 'Percubaan log masuk yang gagal, permintaan kata laluan baharu dan pendaftaran, mengikut akaun dan alamat rangkaian',
    why: 'Untuk menghalang orang yang meneka kata laluan atau membuka akaun secara pukal',
    howLong: long('sign-in.failures'),
  }),
  devices: (long) => ({
    what: 'Pelayar yang pernah anda gunakan untuk log masuk, sebagai digest kuki rawak',
    why: 'Supaya orang yang meneka tidak dapat menghalang anda daripada masuk',
    howLong: `${long('sign-in.devices')} selepas kali terakhir anda log masuk di situ`,
  }),
  securityLog: (long) => ({
    what: 'Perkara yang dilakukan yang penting bagi keselamatan: log masuk dan yang gagal, perubahan kata laluan, hak dan butiran bank, bayaran balik, eksport, dan siapa yang membuka senarai orang dan pesanan',
    why: 'Untuk mengesan penyalahgunaan, dan memberitahu anda serta pihak berkuasa apa yang berlaku jika data dilanggar',
    howLong: `${capital(long('security-log.entries'))}, sebagai nombor dan tanpa nama anda; alamat rangkaian ${long('security-log.addresses')}`,
  }),
  consents: () => ({
    what: 'Versi terma kami dan dasar ini yang anda terima atau yang ditunjukkan kepada anda, caranya dan masanya',
    why: 'Untuk menunjukkan kepada anda dan pihak berkuasa apa yang anda persetujui, dan memberitahu anda apabila teks berubah',
    howLong: 'Sehingga akaun dipadam',
  }),
  mailChoices: () => ({
    what: 'E-mel yang telah anda hentikan, dan bila anda mahu e-mel tentang jualan anda',
    why: 'Supaya kami hanya menghantar apa yang anda mahu',
    howLong: 'Sehingga anda menghidupkannya semula, atau akaun dipadam',
  }),
  courses: (long) => ({
    what: 'Kursus yang anda miliki, pelajaran yang selesai, tempat dalam setiap video, hasil kerja anda dalam latihan dan pelajaran interaktif',
    why: 'Untuk menunjukkan kemajuan anda',
    howLong: `Sehingga akaun dipadam; pautan yang membuka pelajaran interaktif ${long('packages.launches')}`,
  }),
  access: () => ({
    what: 'Bila seorang pengajar memberi, mengubah atau membuang akses anda kepada kursus, dan sebabnya',
    why: 'Untuk menunjukkan keputusan itu kepada anda dan mereka',
    howLong: 'Selagi kursus itu ada, atau sehingga akaun dipadam',
  }),
  activity: () => ({
    what: 'Bila anda belajar, mengikut suku jam, mata dan lencana anda, zon waktu anda, serta matlamat mingguan dan masa belajar anda jika dipilih',
    why: 'Untuk mengira mata, hari dan minggu belajar, menunjukkan masa anda dalam kalendar anda, dan mengingatkan anda melalui e-mel jika anda mahu',
    howLong: 'Sehingga akaun dipadam',
  }),
  sessionsLive: (long) => ({
    what: 'Sama ada anda hadir dalam sesi langsung, seperti yang dicatat pengajar',
    why: 'Untuk menunjukkan kepada pengajar dan anda siapa yang mengambil bahagian',
    howLong: `Selagi kursus itu ada, atau sehingga akaun dipadam; bagi sesi yang dibatalkan ${long('live-sessions.removed')}`,
  }),
  notes: () => ({
    what: 'Nota peribadi dan penanda anda dalam pelajaran, yang hanya anda boleh baca di sini',
    why: 'Untuk menunjukkannya kepada anda semula',
    howLong: 'Sehingga anda memadamnya, atau akaun dipadam',
  }),
  wishlist: () => ({
    what: 'Kursus dalam senarai hajat anda, dan kursus yang anda arkibkan',
    why: 'Untuk menunjukkan senarai anda sendiri',
    howLong: 'Sehingga anda membuangnya, atau akaun dipadam',
  }),
  buyerDetails: () => ({
    what: 'Alamat, nama syarikat dan nombor cukai, jika anda meminta kami menyimpannya semasa pembayaran',
    why: 'Untuk mengisinya lain kali',
    howLong: 'Sehingga anda membuangnya semasa pembayaran, atau akaun dipadam',
  }),
  orders: () => ({
    what: 'Pesanan dan resit: apa, bila, berapa, dan alamat, nama syarikat dan nombor cukai yang diberikan semasa pembayaran',
    why: 'Untuk menyerahkan, memulangkan wang, dan kerana undang-undang perakaunan memintanya',
    howLong: 'Selama yang diminta undang-undang itu; di Malaysia tujuh tahun',
  }),
  invoices: () => ({
    what: 'Nama dan alamat e-mel anda, jika sebuah syarikat menamakan anda pada invois sebagai orang hubungan atau untuk sesuatu tempat',
    why: 'Untuk membilkan syarikat itu, dan memberi anda tempat tersebut',
    howLong: 'Selama yang diminta undang-undang perakaunan; tempat yang anda ambil, sehingga akaun dipadam',
  }),
  writing: () => ({
    what: 'Apa yang anda tulis dalam komuniti atau ulasan kursus, tandakan sebagai membantu di situ, atau jawab dalam penilaian, serta fail yang anda serahkan dan gred anda',
    why: 'Untuk menunjukkannya di tempat anda letakkan, menilainya, dan menanya semula soalan yang tersilap',
    howLong: 'Sehingga anda atau moderator membuangnya, atau akaun dipadam',
  }),
  postPictures: () => ({
    what: 'Gambar yang anda tambahkan pada perbincangan atau balasan, serta keterangannya. Kami membuang data yang disimpan kamera di dalamnya, seperti lokasi',
    why: 'Untuk menunjukkannya kepada mereka yang boleh membaca teks itu',
    howLong: 'Sehingga anda membuangnya, atau teks atau akaun itu dipadam; failnya paling lama seminggu lagi',
  }),
  reports: () => ({
    what: 'Teks yang anda laporkan kepada moderator, dengan sebab anda',
    why: 'Untuk menyemaknya',
    howLong: 'Sehingga teks atau akaun itu dipadam',
  }),
  teacherMessages: () => ({
    what: 'Mesej yang ditulis pengajar kepada anda tentang kursus',
    why: 'Untuk menunjukkannya kepada anda',
    howLong: 'Selagi kursus itu ada, atau sehingga akaun dipadam',
  }),
  teamNotes: () => ({
    what: 'Nota yang ditulis oleh pasukan penjual tentang anda untuk kegunaan pasukan itu sendiri',
    why: 'Untuk membolehkan pasukan itu membantu anda',
    howLong: 'Sehingga penulisnya atau penjual memadamnya, atau akaun anda dipadam',
  }),
  payoutBank: () => ({
    what: 'Akaun bank untuk bayaran keluar, jika anda menjual kursus',
    why: 'Untuk membayar bahagian anda',
    howLong: 'Sehingga anda menggantikannya, atau akaun dipadam',
  }),
  verification: (long) => ({
    what: 'Jika anda menjual kursus: nama di sisi undang-undang, nombor pendaftaran atau kad pengenalan, alamat e-mel, nombor telefon dan dokumen anda, supaya kami tahu siapa anda, keputusan kami, dan angka luar biasa jualan anda yang kami periksa',
    why: 'Untuk membayar anda sahaja, dan untuk mengesan penipuan. Nombor itu disimpan dalam bentuk disulitkan',
    howLong: `Dokumen ${long('seller-documents.kept')} selepas anda menambahnya atau kami mengesahkannya; angka luar biasa ${long('seller-signals.closed')} selepas kami memeriksanya; yang lain sehingga anda menggantikannya, atau akaun dipadam`,
  }),
  certificates: () => ({
    what: 'Sijil: nama anda, kursus, penjual dan pengajarnya, tarikhnya, dan sebabnya jika sijil ditarik balik',
    why: 'Untuk mengesahkan kepada sesiapa yang anda beri pautannya bahawa anda menamatkan kursus itu',
    howLong: 'Sehingga akaun dipadam',
  }),
  files: (long) => ({
    what: 'Fail yang anda muat naik',
    why: 'Untuk menunjukkannya kepada mereka yang boleh melihatnya',
    howLong: `Sehingga anda membuangnya dan tiada siapa memerlukannya lagi; arkib kursus yang anda import ${long('imports.unused')}`,
  }),
  teaching: (long) => ({
    what: 'Apa yang anda buat sebagai pengajar atau penjual: kursus, kuiz, pengumuman, sesi langsung, kod dan pautan jemputan',
    why: 'Untuk menawarkannya kepada pelajar',
    howLong: `Selagi kursus itu ada; pengumuman yang dibuang dan sesi yang dibatalkan ${long('announcements.removed')}`,
  }),
  business: () => ({
    what: 'Nama, alamat, nombor telefon, pendaftaran dan akaun bank perniagaan yang anda masukkan baginya',
    why: 'Untuk menunjukkannya kepada pelajar, dan meletakkannya pada resit dan invois',
    howLong: 'Selagi perniagaan itu ada, dan buku akaunnya selama yang diminta undang-undang perakaunan',
  }),
  apiTokens: (long) => ({
    what: 'Token untuk program anda, jika anda membuatnya: nama, hak dan penggunaan terakhirnya',
    why: 'Untuk membenarkan program itu bertindak bagi pihak anda',
    howLong: `Sehingga anda membatalkannya, ${long('api-tokens.expired')} selepas ia tamat, atau sehingga akaun dipadam`,
  }),
  webhooks: (long) => ({
    what: 'Apa yang kami beritahu kepada sistem penjual yang memintanya: bahawa anda membeli, menyertai atau menamatkan kursus mereka, dengan nama dan alamat e-mel anda',
    why: 'Untuk melaksanakan apa yang ditetapkan penjual',
    howLong: `${capital(long('webhooks.deliveries'))}, atau sehingga akaun dipadam`,
  }),
  forms: (long) => ({
    what: 'Mesej daripada borang laman ini, dengan nama dan alamat yang anda taip',
    why: 'Untuk menjawab anda',
    howLong: `${capital(long('messages.forms'))}, atau sehingga akaun dipadam; cernaan alamat rangkaian anda selama ${long('messages.addresses')}, untuk menghalang banjir mesej`,
  }),
  mails: (long) => ({
    what: 'E-mel yang kami hantar kepada anda',
    why: 'Untuk menghantarnya; teksnya dikosongkan sebaik sahaja ia dihantar',
    howLong: `Penerima dan subjek selama ${long('mail.sent')}, atau sehingga akaun dipadam`,
  }),
  sources: () => ({
    what: 'Dari mana anda datang ketika membeli atau menyertai kursus, seperti enjin carian atau pautan surat berita, jika pelayar anda mengingatinya',
    why: 'Untuk menunjukkan kepada penjual pautan yang membawa pembeli, sebagai jumlah tanpa nama sesiapa',
    howLong: 'Sehingga pendaftaran tamat atau akaun dipadam',
  }),
  visits: (long) => ({
    what: 'Bilangan pelawat yang membuka halaman kursus, mengikut hari dan tempat mereka datang. Tiada alamat, kuki atau nombor anda disimpan bersamanya',
    why: 'Untuk menunjukkan kepada penjual hasil pautan mereka',
    howLong: long('visits.sources'),
  }),
  notifications: (long) => ({
    what: 'Pemberitahuan dalam laman ini',
    why: 'Untuk memberitahu anda apa yang berlaku',
    howLong: `${capital(long('notifications.all'))}, atau sehingga akaun dipadam`,
  }),
  courseInvitations: (long) => ({
    what: 'Alamat e-mel anda, dan nama yang disertakan, apabila penjual menaipnya untuk menjemput anda ke kursus',
    why: 'Untuk menghantar jemputan kepada anda, dan tidak menghantarnya dua kali',
    howLong: `${capital(long('course-invitations.unanswered'))} selepas e-mel terakhir, walaupun anda tiada akaun atau memadamnya; jemputan yang anda terima, sehingga akaun dipadam`,
  }),
  teamInvitations: (long) => ({
    what: 'Alamat e-mel anda, apabila seseorang menaipnya untuk menjemput anda mengajar atau mentadbir',
    why: 'Untuk menghantar jemputan kepada anda, dan menunjukkan siapa menjemput siapa',
    howLong: `${capital(long('team-invitations.unanswered'))} selepas ia tamat jika anda tidak menerimanya; jika tidak, sehingga akaun dipadam`,
  }),
  callbacks: (long) => ({
    what: 'Apa yang dilaporkan CHIP tentang bayaran, dengan nama dan alamat pembayar',
    why: 'Untuk menyelesaikan dan memadankan bayaran',
    howLong: `${capital(long('callbacks.body'))}, atau sehingga akaun dipadam`,
  }),
  events: (long) => ({
    what: 'Apa yang berlaku di laman ini, seperti pelajaran yang disiapkan, tanpa nama; bagi sijil yang ditarik balik, sebabnya',
    why: 'Untuk memberi mata, memaklumkan dan mengeluarkan sijil',
    howLong: long('events.handled'),
  }),
  edits: () => ({
    what: 'Siapa yang kali terakhir mengubah medan kursus, profil atau teks, dan bila, sebagai nombor dan tanpa apa yang ditulis',
    why: 'Supaya dua orang yang menyunting serentak tidak menindih kerja masing-masing',
    howLong: 'Selagi perkara yang diubah itu ada',
  }),
}

export const personalData: typeof english = {
  topics,
  head: ['Apa', 'Sebab', 'Berapa lama'],
  overview: {
    title: 'Data anda di Apogee',
    made: (at) => `Dibuat pada ${at} (waktu Malaysia).`,
    lead: 'Setiap fail di bawah mengandungi rekod sebagai JSON, yang boleh dibaca oleh perkhidmatan lain. Nama di dalamnya ialah nama dalam pangkalan data kami; masa ialah UTC, dan jumlah wang dalam sen.',
    head: ['Perkara', 'Fail', 'Rekod'],
    sections: {
      account: 'Akaun, alamat untuk resit, pilihan e-mel, jemputan',
      security: 'Log masuk, kunci laluan, peranti, token, log keselamatan',
      learning: 'Kursus, kemajuan, aktiviti, sijil, senarai hajat',
      notes: 'Nota dan penanda dalam pelajaran',
      assessments: 'Kuiz: percubaan, jawapan, gred',
      community: 'Perbincangan, balasan, ulasan, kumpulan, laporan',
      orders: 'Pesanan, bayaran, bayaran balik, resit, invois',
      messages: 'E-mel dan pemberitahuan kepada anda, mesej anda',
      teaching: 'Kursus yang anda buat, pengumuman, sesi langsung, butiran penjual',
      files: 'Fail yang anda muat naik',
    },
    cut: 'Satu senarai yang sangat panjang telah dipotong. Tulis kepada kami dari alamat akaun anda untuk mendapatkan bakinya.',
    files: 'Fail anda',
    notInHere: 'Apa yang tiada di sini',
    missing: [
      'Rahsia dan cernaan rahsia, seperti kata laluan dan kunci anda.',
      'Apa yang ditulis orang lain, dan nama mereka. Anda menemuinya di tempat mereka menulisnya.',
      'Kandungan dan fail kursus yang anda buat. Eksportnya dengan “Eksport kursus” dalam menu setiap kursus.',
      'Teks kursus dan sesi langsung perniagaan yang telah anda tinggalkan: data anda ada tajuk dan tarikhnya.',
      'Buku akaun penjual dan kerja platform sendiri, yang menamakan anda dengan nombor sahaja.',
    ],
  },
  days: (days) => (days === 1 ? '1 hari' : `${days} hari`),
  years: (years) => (years === 1 ? 'setahun' : `${words[years] ?? years} tahun`),
}

const words = ['', '', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh']

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
