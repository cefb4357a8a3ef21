import type { notifications as english } from '../en/notifications.ts'

export const notifications: typeof english = {
  approval: ({ hello, seller, link }) => ({
    subject: 'Anda kini boleh menjual di Apogee',
    body: [
      hello,
      `Apogee telah meluluskan ${seller ?? 'anda'} sebagai penjual. Kursus berbayar yang telah diterbitkan kini boleh dibeli, asalkan alamat e-mel penjual telah disahkan.`,
      `Kursus anda:\n${link}/admin`,
      `Semak sama ada masih ada yang perlu dibuat. Masukkan akaun bank untuk menerima bayaran:\n${link}/studio/business#payout-bank-heading`,
    ].join('\n\n'),
  }),

  sellerStates: {
    'seller.limited': ({ hello, seller, reason, limit, link }) => ({
      subject: 'Jualan anda di Apogee dihadkan',
      body: [
        hello,
        `Apogee telah mengehadkan jualan ${seller ?? 'kursus anda'}.\n\nSebab: ${reason}`,
        `Maksudnya: paling banyak ${limit} boleh dijual melalui Apogee dalam masa 24 jam, dan bayaran keluar ditahan. Kursus anda terus ditawarkan, dan semua pembeli mengekalkan akses mereka.`,
        `Beritahu kami apa yang telah berubah, atau beri jawapan. Hubungi kami:\n${link}/contact`,
      ].join('\n\n'),
    }),
    'seller.suspended': ({ hello, seller, reason, link }) => ({
      subject: 'Akaun penjual anda di Apogee digantung',
      body: [
        hello,
        `Apogee telah menggantung ${seller ?? 'anda'} sebagai penjual.\n\nSebab: ${reason}`,
        'Maksudnya: kursus anda tidak lagi ditawarkan, dan bayaran keluar ditahan. Pelajar mengekalkan semua kursus mereka. Anda masih boleh membaca semuanya dan membuat bayaran balik kepada pembeli, tetapi tidak boleh menerbitkan kursus, menukar harga atau butiran bank, menjemput orang atau menghantar pengumuman. Invois yang telah dikeluarkan masih boleh dibayar.',
        `Beritahu kami apa yang telah berubah, atau beri jawapan. Hubungi kami:\n${link}/contact`,
      ].join('\n\n'),
    }),
    'seller.restored': ({ hello, seller, reason, link }) => ({
      subject: 'Anda boleh menjual di Apogee semula',
      body: [
        hello,
        `Apogee telah menarik balik sekatan ke atas ${seller ?? 'jualan anda'}.\n\nSebab: ${reason}`,
        'Kursus anda yang diterbitkan ditawarkan semula, dan sekatan itu tidak lagi menahan bayaran keluar.',
        `Kursus anda:\n${link}/admin`,
      ].join('\n\n'),
    }),
    'seller.brandCleared': ({ hello, seller, reason, link }) => ({
      subject: 'Jenama anda di Apogee dikosongkan',
      body: [
        hello,
        `Apogee telah mengosongkan jenama ${seller ?? 'kursus anda'}: logo, warna, nama penghantar dan baris akhir e-mel anda.\n\nSebab: ${reason}`,
        'Maksudnya: e-mel, halaman, resit, invois dan sijil memaparkan rupa Apogee, termasuk yang telah anda keluarkan. Isinya tidak berubah.',
        `Pilih jenama yang tidak boleh dikelirukan dengan jenama organisasi lain:\n${link}/studio/business#brand-heading`,
        `Untuk memberi jawapan, hubungi kami:\n${link}/contact`,
      ].join('\n\n'),
    }),
  },
  payoutWaiting: ({ hello, amount, seller, actor, link }) => ({
    subject: `Bayaran keluar ${amount} menunggu kelulusan anda`,
    body: [
      hello,
      `${actor ?? 'Seorang lagi pentadbir utama'} telah menyediakan bayaran keluar ${amount} kepada ${seller ?? 'seorang penjual'}. Bayaran ini boleh dibuat selepas diluluskan oleh pentadbir utama kedua.`,
      `Semak jumlah dan akaun bank. Luluskan atau tolak bayaran ini:\n${link}`,
      'Tanpa kelulusan, bayaran ini ditarik balik selepas tujuh hari.',
    ].join('\n\n'),
  }),

  remittance: ({ hello, amount, receiver, day, reference, to, link }) => ({
    subject: `Bayaran keluar daripada Apogee: ${amount}`,
    body: [
      hello,
      `Apogee telah memindahkan ${amount} kepada ${receiver ?? 'anda'}.`,
      `Jumlah: ${amount}\nTarikh: ${day}${reference === null ? '' : `\nRujukan: ${reference}`}\nKe akaun: ${to ?? 'butiran bank belum dimasukkan dalam Perniagaan'}`,
      `Penyata anda:\n${link}/admin/ledger`,
      `Jika wang ini tidak anda terima atau akaun ini bukan milik anda, hubungi kami. Semak butiran bank anda:\n${link}/studio/business#payout-bank-heading`,
    ].join('\n\n'),
  }),

  sale: ({ hello, amount, sold, link, settingsLink }) => ({
    subject: `Jualan baharu: ${amount}`,
    body: `${hello}\n\nAnda telah membuat jualan sebanyak ${amount}${sold}\n\nLihat pesanan:\n${link}\n\nPilih berapa kerap anda menerima e-mel ini di Tetapan: ${settingsLink}`,
  }),

  chargeback: ({ hello, amount, sold, link, mayDecide }) => ({
    subject: `Caj balik: ${amount}`,
    body: `${hello}\n\nBank pembeli telah mengambil balik ${amount}${sold}\n\nAmaun itu dikira sebagai caj balik dalam lejar anda. Pembeli masih boleh membuka pembelian mereka. ${mayDecide ? 'Anda memutuskan di halaman pesanan sama ada mereka kekal mendapat akses.' : 'Apogee memutuskan sama ada mereka kekal mendapat akses, kerana pesanan ini turut mengandungi kursus penjual lain.'}\n\nLihat pesanan:\n${link}`,
  }),

  salesDigest: ({ hello, count, amount, lines, more, link, settingsLink }) => ({
    subject: `Jualan anda: ${count}, berjumlah ${amount}`,
    body: `${hello}\n\nJualan anda sejak e-mel yang terakhir berjumlah ${amount}.\n\n${lines}${more === 0 ? '' : `\n\ndan ${more} lagi`}\n\nLihat pesanan:\n${link}\n\nPilih berapa kerap anda menerima e-mel ini di Tetapan: ${settingsLink}`,
  }),

  security: ({ hello, subject, sentence, actor, when, whose, link }) => ({
    subject: `Keselamatan: ${subject}`,
    body: [
      hello,
      `${sentence}\n\n${actor === null ? '' : `Oleh: ${actor}\n`}Bila: ${when} (waktu Kuala Lumpur)\nUntuk: ${whose}`,
      `Jika anda mengetahui perubahan ini, anda tidak perlu berbuat apa-apa.\n\nJika tidak: tukar kata laluan anda dan log keluar peranti lain, kemudian semak log keselamatan dan beritahu pentadbir anda yang lain. Buka Tetapan:\n${link}/settings`,
    ].join('\n\n'),
  }),

  unprovenSecurity: (link) => ({
    subject: 'Keselamatan: perubahan pada akaun Apogee anda',
    body: `Helo\n\nTetapan pembayaran, peranan atau cara log masuk telah berubah dalam akaun Apogee yang menggunakan alamat e-mel ini. Log masuk, sahkan alamat e-mel anda dan lihat butirannya dalam log keselamatan di Tetapan. Buka Tetapan:\n${link}/settings\n\nJika anda tidak mendaftar di Apogee, abaikan e-mel ini.`,
  }),

  changes: {
    'chip.changed': ({ brandId, secretEndsWith }) => ({
      subject: 'akaun CHIP telah ditukar',
      sentence: `Akaun CHIP yang menerima bayaran anda telah ditukar. ID jenama: ${brandId}. Kunci rahsia berakhir dengan: ${secretEndsWith ?? '(pendek)'}.`,
    }),
    'bank.changed': ({ bankName, accountEndsWith }) => ({
      subject: 'akaun bank telah ditukar',
      sentence: `Akaun bank pada invois anda telah ditukar: ${bankName}, nombor akaun berakhir dengan ${accountEndsWith}.`,
    }),
    'payoutBank.changed': ({ bankName, accountEndsWith }) => ({
      subject: 'akaun bank untuk bayaran keluar telah ditukar',
      sentence: `Akaun bank untuk bayaran keluar anda telah ditukar: ${bankName}, nombor akaun berakhir dengan ${accountEndsWith}.`,
    }),
    'seller.detailsChanged': ({ isContact }) => ({
      subject: isContact
        ? 'maklumat perhubungan penjual telah ditukar'
        : 'nama atau nombor pendaftaran telah ditukar',
      sentence: isContact
        ? 'Alamat e-mel atau nombor telefon yang digunakan oleh Apogee untuk mengesahkan penjual telah ditukar.'
        : 'Nama di sisi undang-undang atau nombor pendaftaran yang digunakan oleh Apogee untuk mengesahkan penjual telah ditukar.',
    }),
    'fee.changed': ({ beforeFee, fee }) => ({
      subject: 'yuran platform telah diubah',
      sentence: `Yuran platform bagi jualan anda telah diubah daripada ${beforeFee} kepada ${fee}. Jualan terdahulu mengekalkan yurannya.`,
    }),
    'signal.opened': () => ({
      subject: 'angka seorang penjual luar biasa',
      sentence:
        'Apogee mengesan corak luar biasa dalam jualan seorang penjual, dan tidak mengubah apa-apa. Platform, Isyarat menunjukkan angka dan penjual itu.',
    }),
    'transfer.recorded': ({ isPayout, amount, reference }) => ({
      subject: isPayout ? 'pembayaran kepada anda direkodkan' : 'bayaran kepada Apogee direkodkan',
      sentence: `${isPayout ? 'Pembayaran kepada anda' : 'Bayaran anda kepada Apogee'} telah direkodkan: ${amount}, rujukan ${reference}.`,
    }),
    'transfer.reversed': ({ amount, reference, reason }) => ({
      subject: 'rekod pindahan telah ditarik balik',
      sentence: `Satu pindahan dalam lejar anda telah ditarik balik: ${amount}, rujukan ${reference}. Sebab: ${reason}.`,
    }),
    'refund.approved': ({ reason, refund }) => ({
      subject: 'bayaran balik melebihi baki anda telah diluluskan',
      sentence: `Bayaran balik yang tidak dapat ditampung oleh baki anda di Apogee telah diluluskan dan akan dipulangkan kepada pembeli: ${refund}. Baki anda mungkin negatif sehingga jualan anda yang seterusnya. Sebab: ${reason}.`,
    }),
    'refund.declined': ({ reason, refund }) => ({
      subject: 'bayaran balik melebihi baki anda telah ditolak',
      sentence: `Bayaran balik yang tidak dapat ditampung oleh baki anda di Apogee telah ditolak, dan pembeli mengekalkan kursus itu: ${refund}. Sebab: ${reason}.`,
    }),
    'role.changed': ({ member, before, role }) => ({
      subject: 'satu peranan telah ditukar',
      sentence: `Peranan ${member} telah ditukar daripada ${before} kepada ${role}.`,
    }),
    'member.deleted': ({ role }) => ({
      subject: 'satu akaun telah dipadam',
      sentence: `Akaun seseorang dengan peranan ${role} telah dipadam.`,
    }),
    'secondFactor.on': ({ member }) => ({
      subject: 'langkah kedua log masuk telah dihidupkan',
      sentence: `Log masuk ke akaun ${member} kini memerlukan kod daripada aplikasi pengesah. Peranti lain telah dilog keluar. Jika pemiliknya tidak melakukan ini, kata laluan baharu melalui “Lupa kata laluan?” dalam masa 7 hari akan mematikannya semula.`,
    }),
    'secondFactor.off': ({ member }) => ({
      subject: 'langkah kedua log masuk telah dimatikan',
      sentence: `Log masuk ke akaun ${member} tidak lagi memerlukan kod daripada aplikasi pengesah.`,
    }),
    'recoveryCodes.replaced': ({ member }) => ({
      subject: 'kod pemulihan telah diganti',
      sentence: `Akaun ${member} mempunyai kod pemulihan baharu. Kod yang lama tidak lagi berfungsi.`,
    }),
    'recoveryCode.used': ({ member }) => ({
      subject: 'kod pemulihan telah digunakan',
      sentence: `Kod pemulihan telah digunakan untuk log masuk ke akaun ${member}. Kod itu tidak boleh digunakan lagi.`,
    }),
    'secondFactor.removalAsked': ({ member }) => ({
      subject: 'pengalihan keluar langkah kedua telah diminta',
      sentence: `Seorang pentadbir utama dimaklumkan bahawa ${member} kehilangan semua langkah kedua log masuk mereka, dan meminta supaya semuanya dialih keluar. Pentadbir utama lain perlu mengesahkannya.`,
    }),
    'secondFactor.removalConfirmed': ({ member }) => ({
      subject: 'pengalihan keluar langkah kedua telah disahkan',
      sentence: `Pentadbir utama kedua mengesahkan bahawa langkah kedua ${member} dialih keluar. Ia berlaku dalam 24 jam, melainkan dihentikan oleh ${member} atau seorang pentadbir utama.`,
    }),
    'secondFactor.removalStopped': ({ member }) => ({
      subject: 'pengalihan keluar langkah kedua telah dihentikan',
      sentence: `Langkah kedua ${member} kekal: permintaan untuk mengalihnya keluar telah tamat.`,
    }),
    'secondFactor.removed': ({ member }) => ({
      subject: 'langkah kedua telah dialih keluar',
      sentence: `Aplikasi pengesah, kod pemulihan dan kunci laluan ${member} telah dialih keluar kerana dilaporkan hilang. Semua peranti dan token API dilog keluar. Kata laluan sahaja kini boleh digunakan untuk log masuk.`,
    }),
    'passkey.added': ({ member, name }) => ({
      subject: 'kunci laluan telah ditambah',
      sentence: `Kunci laluan telah ditambah pada akaun ${member}: ${name}. Ia membolehkan log masuk tanpa kata laluan. Jika pemiliknya tidak melakukan ini, kata laluan baharu melalui “Lupa kata laluan?” dalam masa 7 hari akan membuangnya semula.`,
    }),
    'passkey.removed': ({ member, name }) => ({
      subject: 'kunci laluan telah dialih keluar',
      sentence: `Kunci laluan telah dialih keluar daripada akaun ${member}: ${name}. Ia tidak lagi membolehkan log masuk. Peranti lain telah dilog keluar.`,
    }),
    'identity.removed': ({ member, name }) => ({
      subject: 'satu cara log masuk telah dialih keluar',
      sentence: `${name} tidak lagi boleh digunakan untuk log masuk ke akaun ${member}. Peranti lain telah dilog keluar.`,
    }),
    'email.changed': ({ member }) => ({
      subject: 'alamat e-mel telah ditukar',
      sentence: `Akaun ${member} mempunyai alamat e-mel yang lain, yang disahkan melalui pautan yang kami hantar ke situ. Alamat lama yang juga telah disahkan boleh membatalkan pertukaran itu dalam masa 14 hari.`,
    }),
    'email.restored': ({ member }) => ({
      subject: 'pertukaran alamat e-mel telah dibatalkan',
      sentence: `Akaun ${member} kembali kepada alamat e-mel lamanya. Semua peranti telah dilog keluar, dan kata laluannya telah dibuang.`,
    }),
    'passkey.copied': ({ member, name }) => ({
      subject: 'kunci laluan telah ditolak',
      sentence: `Kunci laluan akaun ${member} mungkin telah disalin: ${name}. Ia mengira kurang penggunaan daripada sebelumnya, jadi ia ditolak. Alih keluar kunci itu dalam Tetapan jika anda tidak tahu sebabnya.`,
    }),
    'apiToken.created': ({ name, endsWith }) => ({
      subject: 'token API telah dibuat',
      sentence: `Token API telah dibuat: ${name}, berakhir dengan ${endsWith}. Program yang memilikinya boleh menggunakan akaun anda dalam skopnya.`,
    }),
    'apiToken.revoked': ({ name, endsWith }) => ({
      subject: 'token API telah dibatalkan',
      sentence: `Token API telah dibatalkan: ${name}, berakhir dengan ${endsWith}.`,
    }),
    'webhook.created': ({ url }) => ({
      subject: 'webhook telah ditambah',
      sentence: `Webhook telah ditambah. Peristiwa perniagaan anda kini dihantar ke ${url}.`,
    }),
    'webhook.deleted': ({ url }) => ({
      subject: 'webhook telah dipadam',
      sentence: `Webhook ke ${url} telah dipadam.`,
    }),
    'webhook.secretReplaced': ({ url }) => ({
      subject: 'rahsia webhook telah diganti',
      sentence: `Rahsia webhook ke ${url} telah diganti. Rahsia lama masih berfungsi selama 24 jam lagi.`,
    }),
    'webhook.turnedOff': ({ url }) => ({
      subject: 'webhook telah dimatikan',
      sentence: `Webhook ke ${url} telah gagal selama lima hari dan dimatikan. Baiki dan hidupkannya semula.`,
    }),
    'sessions.ended': ({ member }) => ({
      subject: 'seseorang telah dilog keluar di semua peranti',
      sentence: `Semua sesi, token API dan pelayar dipercayai ${member} telah ditamatkan oleh seseorang yang mengurus akaun itu.`,
    }),
    'securityLog.fellBack': ({ block, kept }) =>
      Number(block) < Number(kept)
        ? {
            subject: 'catatan terkini log keselamatan tiada',
            sentence: `Log keselamatan berakhir dengan blok ${block}, tetapi pernah mempunyai blok ${kept}. Sama ada salinan pangkalan data yang lebih lama telah dipulihkan, atau seseorang telah membuang catatan terkini.`,
          }
        : {
            subject: 'satu blok log keselamatan telah diganti',
            sentence: `Blok ${kept} log keselamatan telah dimeterai semula dengan kandungan lain. Sama ada salinan pangkalan data yang lebih lama telah dipulihkan dan digunakan sejak itu, atau seseorang telah membuang catatan terkini.`,
          },
    'invitation.sent': ({ role, email }) => ({
      subject: 'seseorang telah dijemput',
      sentence: `${email} telah dijemput sebagai ${role}.`,
    }),
  },

  aMember: 'seorang ahli',
  anUnnamedUser: 'pengguna tanpa nama',
  roles: { student: 'pelajar', instructor: 'pengajar', admin: 'pentadbir', superadmin: 'pentadbir utama' },
}
