import type { ClientErrorCode } from '../transfer/client.ts'

/** Translates each refusal of the contract to Malay; the English sentence comes from the server. */
export const refusals = {
  NETWORK_ERROR: 'Ralat yang tidak dijangka berlaku',
  VALIDATION: 'Sila semak medan yang ditandakan',
  MALFORMED_REQUEST: 'Permintaan tidak dapat dibaca',
  UNAUTHENTICATED: 'Sila log masuk untuk meneruskan',
  INVALID_CREDENTIALS: 'E-mel atau kata laluan tidak sah',
  FORBIDDEN: 'Akses ditolak. Anda tiada kebenaran untuk mengakses halaman ini.',
  NOT_YOURS: 'Ini milik orang lain',
  NOT_FOUND: 'Tidak ditemui',
  COURSE_NOT_FOUND: 'Kursus tidak ditemui',
  CONTENT_NOT_FOUND: 'Modul tidak ditemui',
  RESOURCE_NOT_FOUND: 'Sumber tidak ditemui',
  LESSON_NOT_TEXT: 'Pelajaran ini bukan teks',
  LESSON_NOT_PACKAGE: 'Pelajaran ini bukan pakej',
  LESSON_NOT_OPEN: 'Pelajaran ini dibuka apabila anda memiliki kursus ini',
  USER_NOT_FOUND: 'Pengguna tidak ditemui',
  RECONCILIATION_NOT_FOUND: 'Penyesuaian tidak ditemui',
  ORDER_NOT_FOUND: 'Pesanan tidak ditemui',
  PAYMENT_AT_BANK:
    'Bank anda masih memproses pembayaran terdahulu untuk salah satu kursus ini. Sila tunggu sehingga selesai; Pembelian saya menunjukkan statusnya.',
  OFFER_CHANGED: 'Tawaran telah berubah. Sila semak dan cuba lagi.',
  CODE_DOES_NOT_APPLY:
    'Kod ini tidak mengurangkan harga kursus-kursus ini. Sila semak kod itu atau bayar tanpanya.',
  CODE_USED_UP: 'Kod ini telah habis digunakan. Sila lihat jumlahnya tanpa kod ini.',
  CODE_TAKEN: 'Kod ini sudah wujud. Sila pilih kod lain.',
  COUPON_NOT_FOUND: 'Kod tidak dijumpai',
  BUNDLE_NOT_FOUND: 'Himpunan kursus tidak ditemui',
  BUNDLE_COURSES:
    'Himpunan mengandungi sekurang-kurangnya dua kursus anda sendiri yang berbayar, awam dan diterbitkan.',
  BUNDLE_PRICE:
    'Harga himpunan mesti kurang daripada harga kursusnya secara berasingan. Sila rendahkan harga.',
  BUNDLE_NOT_OFFERED: 'Himpunan ini tidak dijual buat masa ini. Kursusnya mungkin dijual secara berasingan.',
  BUNDLE_OWNED: 'Anda sudah memiliki semua kursus dalam himpunan ini',
  SCHOOL_NOT_FOUND: 'Sekolah tidak ditemui',
  SCHOOL_NAME_TAKEN: 'Sekolah lain mempunyai alamat ini. Sila pilih alamat lain.',
  SCHOOL_NAMES_USED_UP:
    'Sekolah anda sudah mempunyai sepuluh alamat, dan semuanya membawa ke sekolah ini. Sila pilih salah satunya.',
  GIFT_NOT_FOUND: 'Hadiah tidak ditemui',
  GIFT_CODE_UNKNOWN:
    'Tiada hadiah dengan kod ini. Sila semak huruf-hurufnya, atau tanya orang yang memberikannya kepada anda.',
  GIFT_OF_FREE_COURSE: 'Kursus percuma tidak perlu dihadiahkan. Kongsi halamannya sahaja.',
  GIFT_NOT_OPEN: 'Hadiah ini tidak boleh diubah sekarang. Halaman pembelian anda menerangkan sebabnya.',
  GIFT_TAKEN: 'Hadiah ini telah diambil.',
  GIFT_RETURNED:
    'Hadiah ini tidak boleh diambil sekarang: pembelinya telah menariknya balik, atau telah meminta wangnya kembali. Sila tanya mereka.',
  GIFT_OWNED: 'Anda sudah memiliki kandungan hadiah ini selamanya. Berikannya kepada orang lain.',
  GIFT_JUST_PAID: 'Anda baru sahaja membayar hadiah ini. Lihat pembelian anda sebelum membeli satu lagi.',
  GIFT_IS_YOURS: 'Anda membeli hadiah ini untuk orang lain. Beri pautan atau kodnya kepada mereka.',
  GIFT_NOT_PASSED_ON:
    'Hanya hadiah kursus yang sudah anda miliki boleh diberikan kepada orang lain, dan sekali sahaja.',
  GIFT_JUST_SENT:
    'E-mel tentang hadiah ini atau ke alamat ini telah mencapai had hari ini. Sila cuba lagi esok.',
  GIFT_WITHOUT_ADDRESS: 'Hadiah ini tiada alamat e-mel. Sila masukkan alamat dahulu.',
  SALE_NOT_BELOW_PRICE: 'Harga promosi mesti lebih rendah daripada harga biasa',
  PRICES_OF_BUSINESS:
    'Hanya pentadbir perniagaan anda boleh mengubah kod dan cukai. Tanya mereka tentangnya.',
  ORDERS_OF_BUSINESS: 'Hanya pentadbir perniagaan anda boleh melihat pesanan. Tanya mereka tentangnya.',
  ORDER_DAYS_REVERSED: 'Tarikh mula selepas tarikh akhir. Sila pilih tarikh lain.',
  INVOICE_NOT_FOUND: 'Invois tidak ditemui',
  INVOICE_OF_ANOTHER: 'Hanya penjual invois ini boleh mengubahnya',
  INVOICE_STATE: 'Status invois sekarang tidak membenarkannya. Sila muat semula halaman.',
  INVOICE_TOTAL_CHANGED: 'Amaun ini tidak sepadan dengan jumlah invois. Sila semak dan cuba lagi.',
  INVOICE_COSTS_NOTHING: 'Jumlah invois ini RM 0.00. Daftarkan orang melalui kursus itu sendiri.',
  INVOICE_NEEDS_BANK: 'Sila isi butiran bank anda dahulu: syarikat perlu tahu ke mana hendak membayar.',
  INVOICE_COURSE_UNKNOWN: 'Anda tidak menjual salah satu kursus pada invois ini',
  INVOICE_TOO_LARGE: 'Satu invois memuatkan paling banyak 1,000 tempat dan RM 1,000,000.00',
  INVOICE_DUE_IN_PAST:
    'Tarikh akhir bayaran invois ini telah berlalu. Sila sunting dan pilih hari yang lebih lewat.',
  INVOICE_PAID_IN_FUTURE: 'Tarikh bayaran tidak boleh pada masa hadapan',
  INVOICE_LIMIT_REACHED: 'Anda telah mencapai had invois hari ini. Cuba lagi esok.',
  SEATS_TAKEN:
    'Sesuatu kursus akan mempunyai lebih ramai orang daripada tempat. Sila keluarkan sebahagian dahulu.',
  SEAT_NOT_FOUND: 'Tempat ini sudah ditarik balik',
  SEAT_HELD: 'Orang ini sudah ada tempat dalam kursus ini',
  RECEIPT_NOT_FOUND: 'Resit tidak ditemui',
  SELLER_NOT_FOUND: 'Penjual tidak ditemui',
  PAYOUT_BANK_UNREADABLE:
    'Butiran bank ini tidak dapat dibuka lagi. Sila minta penjual memasukkannya semula.',
  TRANSFER_NOT_FOUND: 'Pindahan tidak ditemui',
  BALANCE_CHANGED: 'Baki telah berubah. Sila semak jumlahnya dan sahkan sekali lagi.',
  TRANSFER_ENTERED:
    'Pindahan ini telah direkodkan dengan jumlah atau rujukan yang lain. Sila semak lejar sebelum merekodkan yang baharu.',
  TRANSFER_TOO_LARGE: 'Jumlah ini melebihi yang terhutang',
  PAYOUT_HELD: 'Pembayaran kepada penjual ini ditahan. Buka penjual ini untuk melihat sebabnya.',
  SELLER_STATE_CHANGED:
    'Seseorang telah mengubah penjual ini sementara itu. Sila lihat status semasa dan buat keputusan semula.',
  SELLER_STATE_NOT_ALLOWED:
    'Penjual dalam status ini tidak boleh ditukar kepada status yang dipilih. Sila muat semula halaman.',
  SELLER_SUSPENDED:
    'Akaun penjual anda digantung, jadi perkara ini tidak boleh dibuat sekarang. Sebabnya ada dalam Perniagaan. Anda masih boleh membaca semuanya dan membuat bayaran balik kepada pembeli.',
  PAYOUT_RESERVED:
    'Sebahagian baki ini ditahan: pembeli masih boleh meminta wang mereka dikembalikan. Sila bayar paling banyak amaun yang boleh dibayar.',
  PAYOUT_IN_OTHERS:
    'Sebahagian baki ini sudah termasuk dalam bayaran keluar yang disediakan. Sila bayar selebih-lebihnya jumlah yang boleh dibayar.',
  PAYOUT_NOT_APPROVED:
    'Bayaran keluar perlu diluluskan oleh pentadbir utama lain sebelum direkodkan. Sila sediakannya dalam lejar.',
  PAYOUT_NOT_FOUND: 'Bayaran keluar tidak ditemui',
  PAYOUT_NO_BANK:
    'Penjual ini belum memasukkan butiran bank. Minta mereka memasukkannya di Perniagaan dahulu.',
  PAYOUT_PREPARED:
    'Bayaran keluar ini sudah disediakan dengan jumlah lain. Sila semak senarai bayaran keluar sebelum menyediakan yang baharu.',
  PAYOUT_OF_TWO: 'Anda menyediakan bayaran keluar ini, jadi pentadbir utama lain membuat keputusan',
  PAYOUT_NEW_SUPERADMIN:
    'Anda berdua perlu sudah menjadi pentadbir utama selama seminggu, jadi pentadbir utama lain perlu membuat keputusan',
  PAYOUT_CHANGED: 'Bayaran keluar ini sudah diputuskan. Sila muat semula halaman ini.',
  PAYOUT_BANK_CHANGED:
    'Butiran bank penjual telah bertukar sejak bayaran keluar ini disediakan, jadi ia ditarik balik. Sila semak butiran itu dan sediakannya semula.',
  PAYOUT_NOT_COVERED:
    'Baki tidak lagi mencukupi untuk bayaran keluar ini, jadi ia ditarik balik. Sila sediakan yang baharu.',
  PAYOUT_EXPIRED:
    'Tiada siapa meluluskan bayaran keluar ini dalam masa seminggu, jadi ia ditarik balik. Sila sediakannya semula.',
  PAYOUT_PEOPLE_CHANGED:
    'Salah seorang yang membuat keputusan bukan lagi pentadbir utama, jadi bayaran keluar ini ditarik balik. Sila sediakannya semula.',
  SIGNAL_CLOSED: 'Isyarat ini sudah ditutup. Sila muat semula halaman ini.',
  TRANSFER_IN_FUTURE: 'Tarikh pindahan tidak boleh pada masa hadapan',
  PAYMENT_NOT_FOUND: 'Pembayaran tidak dapat disahkan',
  CERTIFICATE_NOT_FOUND: 'Sijil tidak ditemui',
  CERTIFICATE_REVOKED: 'Sijil ini tidak lagi sah',
  CERTIFICATE_REPLACED: 'Sijil ini telah diganti dengan sijil yang lebih baharu',
  GROUP_NOT_FOUND: 'Kumpulan belajar tidak ditemui',
  DISCUSSION_NOT_FOUND: 'Perbincangan tidak ditemui',
  POST_NOT_FOUND: 'Balasan tidak ditemui',
  LIVE_SESSION_NOT_FOUND: 'Sesi langsung tidak ditemui',
  LIVE_SESSION_IN_PAST: 'Sesi langsung mesti bermula pada masa hadapan',
  LIVE_SESSION_LIMIT_REACHED: 'Satu kursus memuatkan paling banyak 200 sesi langsung',
  ANNOUNCEMENT_NOT_FOUND: 'Pengumuman tidak ditemui',
  NOTE_NOT_FOUND: 'Nota tidak ditemui',
  NOTE_LIMIT_REACHED:
    'Satu kursus memuatkan paling banyak 2,000 nota anda. Padam nota yang tidak diperlukan lagi.',
  WISHLIST_FULL:
    'Senarai hajat memuatkan paling banyak 200 kursus. Keluarkan kursus yang anda tidak mahu lagi.',
  REVIEW_NOT_FOUND: 'Ulasan tidak ditemui',
  REVIEW_OF_OWN_COURSE: 'Mereka yang mengajar atau menjual sesuatu kursus tidak boleh mengulasnya',
  NOT_A_MEMBER: 'Sila sertai kumpulan ini untuk mengambil bahagian',
  LAST_MEMBER: 'Anda satu-satunya ahli kumpulan ini. Padam kumpulan dan bukannya keluar.',
  EMAIL_EXISTS:
    'E-mel ini sudah didaftarkan. Sila gunakan e-mel lain atau log masuk ke akaun sedia ada anda.',
  LEARNER_NOT_FOUND: 'Kursus ini tiada pelajar sedemikian',
  PLACE_IS_PAID:
    'Tempat ini telah dibayar. Pulangkan bayaran pesanan atau batalkan tempat pada invois untuk menamatkan akses.',
  ACCESS_ENDED: 'Akses anda kepada kursus ini telah tamat. Sila hubungi pengajarnya untuk melanjutkannya.',
  PREREQUISITES_OPEN: 'Kursus ini dibuka apabila anda telah menyelesaikan kursus yang perlu didahulukan',
  PREREQUISITE_CYCLE: 'Kursus-kursus ini akan saling menunggu',
  PREREQUISITE_UNKNOWN: 'Pilih kursus lain daripada penjual yang sama',
  ACCESS_IN_THE_PAST: 'Pilih hari ini atau hari kemudian',
  ACCESS_PAID_FOR_LONGER:
    'Pelajar ini telah membayar untuk akses sehingga hari yang lebih lewat. Akses tidak boleh dipendekkan: bayar balik pembelian itu.',
  ACCESS_REMOVED: 'Akses anda kepada kursus ini telah ditarik balik. Sila hubungi pengajarnya.',
  COHORT_FULL: 'Tempat terakhir untuk tarikh mula ini telah diambil. Sila pilih tarikh mula yang lain.',
  COHORT_CLOSED: 'Tarikh mula ini tidak lagi boleh dipilih. Sila pilih yang lain.',
  COHORT_NOT_FOUND: 'Kursus ini tidak mempunyai kohort tersebut',
  COHORT_DATES:
    'Hari terakhir untuk mendaftar tidak boleh selepas tarikh mula, dan tarikh tamat tidak boleh sebelumnya',
  COHORT_HAS_STARTED:
    'Kohort ini telah bermula dan mempunyai pelajar. Tarikh mulanya tidak lagi boleh diubah.',
  COHORT_HAS_MEMBERS:
    'Kohort ini mempunyai pelajar atau tempat yang sedang dibayar. Pindahkan pelajarnya dahulu.',
  COHORT_LIMIT_REACHED: 'Sesebuah kursus boleh mempunyai paling banyak 200 kohort',
  COURSE_ALREADY_OWNED: 'Anda sudah mendaftar dalam kursus ini',
  COURSE_NOT_FREE: 'Kursus ini mesti dibeli sebelum anda boleh mendaftar',
  NOT_ENROLLED: 'Sila daftar dalam kursus ini dahulu',
  CART_EMPTY: 'Troli anda kosong',
  REFUND_NOT_POSSIBLE: 'Tiada apa-apa lagi untuk dibayar balik. Sila semak pesanan ini semula.',
  REFUND_IN_PROGRESS: 'Bayaran balik bagi pembayaran ini sedang berjalan. Sila tunggu sehingga ia selesai.',
  REFUND_UNEXPLAINED:
    'Sebahagian pembayaran ini telah dibayar balik di penyedia pembayaran, tetapi belum dinyatakan untuk kursus yang mana. Nyatakannya dahulu di Isu bayaran.',
  REFUND_AMOUNT_CHANGED: 'Jumlahnya telah berubah. Sila semak semula.',
  REFUND_UNKNOWN_PAYMENT:
    'Penyedia pembayaran tidak mengenali pembayaran ini, jadi ia tidak dapat dibayar balik.',
  MONEY_BACK_CHOSEN:
    'Janji wang dikembalikan anda telah dipilih sebentar tadi. Terbitkan sekali lagi: janji itu kekal seperti yang dipilih.',
  EDIT_CONFLICT:
    'Seseorang telah mengubahnya semasa anda menyunting. Bandingkan kedua-dua versi dan simpan semula.',
  REFUND_NOT_PROMISED:
    'Kursus ini dijual tanpa janji wang dikembalikan. Anda masih boleh menulis kepada penjualnya.',
  REFUND_TOO_LATE: 'Tempoh untuk memohon bayaran balik bagi pembelian ini telah tamat',
  REFUND_WATCHED: 'Bahagian kursus yang ditonton sudah melebihi had janji wang dikembalikan',
  REFUND_REQUEST_NOT_FOUND: 'Permintaan bayaran balik tidak dijumpai',
  REFUND_REQUEST_ANSWERED: 'Permintaan ini telah dijawab',
  REVIEW_ITEM_NOT_FOUND: 'Isu bayaran tidak ditemui',
  REVIEW_CHOICE_NOT_POSSIBLE: 'Keputusan ini tidak lagi boleh dibuat. Sila semak butirannya semula.',
  ORDER_TOO_LARGE: 'Satu pembayaran boleh mencapai paling banyak RM 30,000.00. Sila buang satu kursus.',
  SELLER_CANNOT_BE_PAID:
    'Kursus ini tidak boleh dibeli buat masa ini: penjualnya belum mempunyai akaun pembayaran.',
  COURSE_NOT_ON_SALE_YET:
    'Satu kursus yang anda pilih belum boleh dibeli: penjualnya belum diluluskan untuk menjual di sini. Tiada bayaran dikenakan.',
  COURSE_NOT_OFFERED: 'Satu kursus yang anda pilih tidak ditawarkan buat masa ini. Tiada bayaran dikenakan.',
  COURSE_NOT_BUYABLE_TODAY: 'Kursus ini tidak boleh dibeli sekarang. Sila cuba lagi esok.',
  COURSE_SOLD_ALONE:
    'Satu daripada kursus ini belum boleh dibeli bersama kursus penjual lain. Sila beli kursus itu secara berasingan.',
  PAYMENT_PROVIDER_UNAVAILABLE: 'Pembayaran gagal diproses. Sila cuba lagi.',
  CALLBACK_NOT_SIGNED: 'Tandatangan tidak sepadan',
  CHIP_CREDENTIALS_REJECTED: 'CHIP tidak menerima kunci rahsia dan ID jenama ini',
  LONE_SELLERS_ONLY:
    'Perniagaan anda menerima bayaran untuk kursus anda. Minta pentadbirnya menukar akaun CHIP.',
  SECOND_FACTOR_REQUIRED: 'Sila masukkan kod daripada aplikasi pengesah anda',
  SIGN_IN_EXPIRED: 'Log masuk ini telah tamat atau telah selesai. Sila log masuk semula.',
  WRONG_CODE:
    'Kod ini tidak betul atau telah digunakan. Sila masukkan kod yang dipaparkan oleh aplikasi sekarang.',
  SECOND_FACTOR_ON:
    'Log masuk anda sudah mempunyai langkah kedua. Matikannya dahulu untuk menetapkannya semula.',
  SECOND_FACTOR_SETUP_REQUIRED:
    'Sediakan langkah kedua untuk log masuk anda dahulu: peranan anda memerlukannya.',
  SECOND_FACTOR_NEEDED:
    'Peranan anda memerlukan langkah kedua. Tambah kunci laluan atau aplikasi pengesah sebelum anda mengalih keluar yang sedia ada.',
  SECOND_FACTOR_OFF: 'Log masuk anda tidak mempunyai langkah kedua',
  EMAIL_UNCHANGED: 'Ini memang alamat e-mel akaun anda',
  EMAIL_CHANGE_UNCONFIRMED:
    'Alamat baharu itu belum disahkan. Buka pautan dalam e-mel yang kami hantar ke situ.',
  EMAIL_CHANGE_WAITS:
    'Alamat anda sekarang masih boleh membantah. Anda boleh menyelesaikannya tanpa alamat itu tujuh hari selepas permintaan anda.',
  EMAIL_CHANGE_NEEDS_SECOND_STEP:
    'Tanpa peti mel anda sekarang, ini memerlukan log masuk dua langkah atau kunci laluan dari sebelum permintaan anda. Log masuk semula dengan kunci laluan itu dan cuba lagi, atau hidupkan salah satu dan minta sekali lagi.',
  LAST_WAY_IN:
    'Ini satu-satunya cara anda log masuk. Tetapkan kata laluan melalui "Lupa kata laluan?" atau tambah kunci laluan dahulu.',
  FACTOR_REMOVAL_OWN:
    'Langkah kedua anda sendiri dialih keluar oleh dua pentadbir utama lain, bukan oleh anda',
  FACTOR_REMOVAL_OF_TWO: 'Anda membuat permintaan ini, jadi pentadbir utama lain mengesahkannya',
  FACTOR_REMOVAL_NEW_SUPERADMIN:
    'Anda berdua perlu sudah menjadi pentadbir utama selama seminggu, jadi pentadbir utama lain perlu melakukannya',
  FACTOR_REMOVAL_OPEN: 'Sudah ada permintaan untuk orang ini',
  FACTOR_REMOVAL_NOTHING:
    'Orang ini tiada langkah kedua. Mereka boleh log masuk, atau meminta kata laluan baharu.',
  FACTOR_REMOVAL_ENDED: 'Permintaan ini telah tamat. Sila muat semula halaman ini.',
  PASSKEY_REFUSED: 'Kunci laluan ini ditolak. Gunakan kunci laluan lain, atau kata laluan anda.',
  PASSKEY_EXPIRED: 'Ini mengambil masa terlalu lama, atau sudah pun selesai. Sila cuba lagi.',
  TOO_MANY_PASSKEYS: 'Anda mempunyai 20 kunci laluan. Alih keluar satu untuk menambah yang lain.',
  WRONG_PASSWORD: 'Kata laluan semasa anda tidak betul',
  PUBLISHED_PASSWORD:
    'Kata laluan demo ini diterbitkan, jadi ia hanya berfungsi pada mesin atau rangkaian persendirian demo ini. Pengendali demo boleh menetapkan DEMO_PASSWORD kepada yang lain.',
  PASSWORD_COMMON:
    'Kata laluan ini mudah diteka: ia ada dalam senarai kata laluan yang bocor, atau dibuat daripada nama anda sendiri. Sila pilih yang lain.',
  PASSWORD_SHORT_FOR_STAFF:
    'Orang yang mengajar atau mengurus memerlukan kata laluan sekurang-kurangnya 12 aksara',
  NO_PASSWORD: 'Akaun ini belum mempunyai kata laluan. Gunakan "Lupa kata laluan?" untuk menetapkannya.',
  LINK_EXPIRED: 'Pautan ini telah tamat tempoh atau pernah digunakan',
  COURSE_IS_DRAFT: 'Kursus ini masih draf. Terbitkan dahulu.',
  COURSE_ARCHIVED: 'Kursus ini telah diarkibkan. Pulihkan dahulu.',
  COURSE_HAS_PEOPLE:
    'Ada orang yang memiliki kursus ini atau bakal menerimanya, jadi kursus ini tidak boleh dijadikan draf. Arkibkan kursus ini.',
  COURSE_NEEDS_INSTRUCTOR: 'Pengajar kursus ini tidak lagi mengajar di sini. Pilih pengajar lain dahulu.',
  REMOVAL_FINAL: 'Item itu telah dipadam dan tidak lagi dapat dipulihkan',
  OPENING_ITEM: 'Modul ini hanya boleh menunggu item dalam modul yang lebih awal',
  COURSE_FULL: 'Satu kursus memuatkan paling banyak 500 modul dan 2,000 item',
  VIDEO_NOT_PREPARED:
    'Kualiti hanya boleh disediakan untuk video, dan hanya apabila ffmpeg dipasang pada pelayan.',
  UPLOAD_QUOTA_REACHED: 'Storan anda penuh. Sila buang fail yang tidak lagi digunakan.',
  PACKAGE_TYPE_UNSUPPORTED: 'Pakej ialah fail .zip',
  PACKAGE_INVALID: 'Fail ini bukan pakej SCORM',
  LAUNCH_NOT_FOUND: 'Pelajaran ini dibuka terlalu lama dahulu. Sila buka semula.',
  REPORT_UNREADABLE: 'Laporan pakej ini tidak dapat disimpan',
  ARCHIVE_TYPE_UNSUPPORTED: 'Kursus diimport daripada fail .zip',
  COURSE_IMPORT_RUNNING: 'Satu lagi import anda masih berjalan. Sila tunggu sehingga selesai.',
  COURSE_IMPORT_NOT_READY: 'Arkib ini tidak boleh diimport. Sila muat naik sekali lagi.',
  DATA_EXPORT_RUNNING: 'Anda sedang memuat turun data anda. Sila tunggu sehingga muat turun selesai.',
  EXPORT_RUNNING: 'Anda sedang memuat turun sebuah kursus. Sila tunggu sehingga muat turun selesai.',
  UPLOAD_NOT_FOUND: 'Muat naik ini telah tamat. Sila muat naik fail itu sekali lagi.',
  UPLOAD_INCOMPLETE: 'Sebahagian fail ini belum diterima. Sila cuba lagi.',
  INVITE_INVALID: 'Pautan jemputan ini tidak lagi sah',
  FILE_MISSING: 'Sila pilih fail untuk dimuat naik',
  FILE_TOO_LARGE: 'Saiz fail melebihi had 100MB',
  FILE_TYPE_UNSUPPORTED: 'Jenis fail tidak disokong. Hanya video MP4, WebM dan dokumen PDF dibenarkan.',
  VIDEO_TYPE_UNSUPPORTED: 'Jenis fail tidak disokong. Hanya video MP4 dan WebM dibenarkan.',
  IMAGE_TYPE_UNSUPPORTED: 'Jenis fail tidak disokong. Hanya imej PNG, JPEG dan WebP dibenarkan.',
  CAPTIONS_TYPE_UNSUPPORTED: 'Jenis fail tidak disokong. Hanya kapsyen WebVTT dan SubRip dibenarkan.',
  QUIZ_TYPE_UNSUPPORTED: 'Jenis fail tidak disokong. Hanya fail kuiz JSON dibenarkan.',
  HAND_IN_EMPTY: 'Sila tulis sesuatu atau tambah fail sebelum menghantar.',
  ASSIGNMENT_CLOSED: 'Tarikh akhir telah berlalu, dan kerja lewat tidak diterima.',
  NO_ATTEMPTS_LEFT: 'Anda telah menggunakan semua percubaan untuk kuiz ini.',
  HAND_IN_NOT_FOUND: 'Serahan ini sudah tiada',
  HAND_IN_GRADED:
    'Orang lain telah menilai serahan ini. Lihat markah itu, kemudian simpan markah anda semula.',
  HAND_IN_TYPE_UNSUPPORTED:
    'Jenis fail tidak disokong. PDF, gambar, teks, dokumen Office, zip, MP3 dan MP4 dibenarkan.',
  LESSON_NOT_VIDEO: 'Hanya video mempunyai soalan selepasnya.',
  LESSON_NOT_QUIZ: 'Pelajaran ini bukan kuiz',
  QUIZ_INCOMPLETE: 'Sesetengah soalan atau tetapan belum lengkap. Betulkan dan terbitkan semula.',
  BANK_QUESTION_NOT_FOUND: 'Soalan ini tiada lagi dalam bank',
  BANK_QUESTION_CHANGED:
    'Seseorang telah mengubah soalan ini dalam bank. Ambil perubahan itu, atau simpan soalan anda sebagai soalan baharu.',
  BANK_FULL: 'Bank sudah penuh. Padam soalan yang tidak diperlukan lagi.',
  QUIZ_INVALID: 'Fail kuiz ini tidak dapat digunakan. Bandingkan dengan contohnya.',
  ASSESSMENT_NOT_FOUND: 'Penilaian tidak ditemui',
  ATTEMPT_NOT_FOUND: 'Percubaan tidak ditemui',
  QUESTION_NOT_FOUND: 'Soalan tidak ditemui',
  QUESTION_NOT_DUE: 'Soalan ini sudah dijawab. Soalan ini akan ditanya lagi kemudian.',
  REPORT_REQUIRED: 'Pelajaran ini selesai berdasarkan laporan daripada pakejnya.',
  PASS_REQUIRED: 'Kuiz ini selesai apabila markah lulusnya dicapai.',
  ATTEMPT_OVER: 'Percubaan ini telah tamat. Apa yang sempat disimpan telah dihantar.',
  PICTURE_TOO_LARGE: 'Gambar ini melebihi 20 megapiksel. Sila muat naik gambar yang lebih kecil.',
  FILE_EMPTY: 'Fail ini kosong.',
  FILE_UNREADABLE: 'Fail ini rosak dan tidak dapat dibaca.',
  FILE_NOT_AN_UPLOAD: 'filePath mesti fail yang anda muat naik di sini',
  FILE_INFECTED: 'Kami menemui perisian hasad dalam fail ini, jadi fail ini tidak disimpan.',
  FILE_NOT_CHECKED:
    'Kami tidak dapat memeriksa keseluruhan fail ini untuk perisian hasad, jadi fail ini tidak disimpan.',
  FILE_CHECK_UNAVAILABLE:
    'Kami tidak dapat memeriksa fail buat masa ini. Sila cuba lagi dalam beberapa minit.',
  STORAGE_FULL: 'Tiada ruang untuk menyimpan fail ini sekarang. Sila cuba lagi nanti.',
  MEDIA_NOT_ALLOWED: 'Pautan ini telah tamat tempoh atau bukan milik anda',
  RANGE_NOT_SATISFIABLE: 'Julat yang diminta berada di luar fail',
  UNSUPPORTED_MEDIA_TYPE: 'Sila hantar JSON',
  BODY_TOO_LARGE: 'Permintaan terlalu besar',
  TOO_MANY_UPLOADS: 'Anda memuat naik terlalu banyak sekali gus. Sila tunggu sebentar dan cuba lagi.',
  COURSES_OF_DAY:
    'Anda telah membuat bilangan kursus yang dibenarkan dalam sehari. Sila buat yang seterusnya esok.',
  LISTING_NEEDS_APPROVAL:
    'Kursus disenaraikan untuk semua orang selepas alamat e-mel anda disahkan dan Apogee meluluskan anda sebagai penjual. Buat masa ini, simpan kursus sebagai draf atau jadikannya peribadi.',
  LIMIT_OF_DAY: 'Tindakan ini telah mencapai had sehari. Sila cuba lagi esok.',
  TOO_MANY_ATTEMPTS: 'Terlalu banyak percubaan. Sila tunggu beberapa minit dan cuba lagi.',
  TOO_MANY_REQUESTS: 'Token ini telah membuat terlalu banyak permintaan. Sila tunggu seminit dan cuba lagi.',
  SCOPE_REQUIRED:
    'Token API ini tidak boleh membuat panggilan ini. Gunakan token dengan skop yang diperlukan oleh panggilan itu.',
  TOO_MANY_API_TOKENS:
    'Anda mempunyai 20 token API, iaitu bilangan paling banyak. Batalkan dahulu satu yang tidak lagi digunakan.',
  TOO_MANY_WEBHOOKS:
    'Perniagaan anda mempunyai sepuluh webhook, iaitu bilangan paling banyak. Padam dahulu satu yang tidak lagi digunakan.',
  WEBHOOK_ADDRESS_REFUSED:
    'Webhook dihantar ke alamat awam yang bermula dengan https://. Sila masukkan alamat sedemikian.',
  WEBHOOK_HOST_NOT_LISTED:
    'Platform ini menghantar webhook ke hos tertentu sahaja, dan hos alamat ini tidak termasuk antaranya. Minta pengendali platform menambahkannya.',
  WEBHOOK_OFF: 'Webhook ini dimatikan. Hidupkannya dahulu.',
  LAST_SUPERADMIN: 'Pentadbir utama terakhir tidak boleh dibuang',
  LAST_ADMIN: 'Pentadbir terakhir sesebuah perniagaan tidak boleh dibuang',
  ADMIN_NEEDS_BUSINESS:
    'Pentadbir mengurus sebuah perniagaan, dan orang ini tidak menyertai mana-mana. Jemput mereka ke dalamnya.',
  ALREADY_IN_TEAM: 'Orang ini sudah mempunyai peranan itu di sini',
  INVITATION_FOR_SOMEBODY_ELSE:
    'Jemputan ini dihantar ke alamat e-mel lain. Log masuk dengan alamat itu untuk menerimanya.',
  INVITATION_JUST_SENT:
    'Jemputan ini telah dihantar dalam sehari yang lalu. Anda boleh menghantarnya semula esok.',
  INVITATION_CONFLICT:
    'Akaun ini milik perniagaan lain atau menjual kursusnya sendiri. Gunakan alamat e-mel lain untuk menyertai.',
  EMAIL_NOT_VERIFIED: 'Sila sahkan alamat e-mel anda dahulu. Pautannya ada dalam e-mel yang kami hantar.',
  COURSES_HAVE_LEARNERS:
    'Ada pelajar dalam kursus yang hanya diuruskan oleh akaun ini. Padam kursus itu dahulu; pelajarnya tetap memilikinya.',
  FRESH_PROOF_REQUIRED:
    'Tiada apa-apa yang diubah: kata laluan anda diperlukan sekali lagi kerana anda log masuk agak lama dahulu.',
  PASSWORD_NEEDED: 'Sila sahkan dengan kata laluan anda',
  SIGN_IN_AGAIN: 'Sila log keluar, log masuk semula dan ulangi, supaya kami tahu ini anda',
  SELLER_CONTACT_MISSING: 'Sila simpan alamat e-mel dan nombor telefon dahulu',
  SELLER_CONTACT_PROVEN: 'Alamat e-mel ini sudah disahkan',
  CONTACT_CODE_WRONG: 'Kod ini tidak betul. Sila masukkan kod daripada e-mel yang terbaharu.',
  CONTACT_CODE_EXPIRED: 'Kod ini tidak boleh digunakan lagi. Sila hantar kod baharu.',
  SELLER_DOCUMENTS_FULL: 'Anda telah menambah 5 dokumen. Buang satu untuk menambah yang lain.',
  SELLER_DOCUMENTS_CLOSED:
    'Dokumen anda sedang disemak atau telah disahkan, jadi dokumen itu tidak boleh diubah',
  SELLER_CHECKS_INCOMPLETE:
    'Masih ada yang belum lengkap. Sila lengkapkan setiap langkah sebelum menghantarnya.',
  SELLER_CHECK_CHANGED:
    'Penjual atau pentadbir utama lain telah mengubahnya sementara itu. Sila lihat semula.',
  SELLER_CHECK_NOT_SENT: 'Penjual belum menghantar ini untuk disemak, jadi tiada apa-apa untuk dikembalikan',
  SELLER_CHECK_NEEDS_NOTE: 'Sila tulis cara anda menyemaknya',
  SELLER_NUMBER_UNREADABLE: 'Nombor ini tidak dapat dibuka lagi. Sila minta penjual memasukkannya semula.',
  SELLER_DOCUMENT_TYPE_UNSUPPORTED: 'Jenis fail tidak disokong. Hanya PDF, JPEG dan PNG dibenarkan.',
  INTERNAL: 'Ada sesuatu yang tidak kena di pihak kami. Sila cuba lagi.',
  UNAVAILABLE: 'Apogee sibuk sekarang. Sila cuba sebentar lagi.',
} satisfies Record<ClientErrorCode, string>
