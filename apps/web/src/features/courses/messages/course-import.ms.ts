import type {
  ImportProblemKind,
  ImportedItemKind,
  LeftOutReason,
} from '@apogee/contracts/archives/archives.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import type { courseImportMessages } from './course-import.en.ts'

const problems: Record<ImportProblemKind, string> = {
  'not-a-zip': 'Fail ini bukan arkib zip.',
  damaged: 'Arkib rosak di sini. Sila buat semula.',
  'too-many-entries': 'Arkib mengandungi lebih daripada 10,000 fail.',
  'entry-too-large': 'Fail ini lebih besar daripada had.',
  'archive-too-large': 'Kandungan arkib melebihi 16 GB.',
  'ratio-too-high': 'Fail ini mengembang jauh melebihi sepatutnya.',
  'unsafe-name': 'Nama ini keluar daripada foldernya atau tidak dapat dipaparkan.',
  'duplicate-name': 'Nama ini ada dua kali dalam arkib.',
  encrypted: 'Fail ini disulitkan. Sila buat arkib tanpa kata laluan.',
  'not-a-file': 'Ini pautan atau peranti, bukan fail.',
  'unknown-compression': 'Cara mampatan fail ini tidak disokong.',
  'overlapping-entries': 'Fail dalam arkib bertindih. Sila buat semula.',
  'nothing-found':
    'Tiada apa-apa di sini yang boleh dimuatkan dalam kursus: pelajaran (.md), video, dokumen PDF atau kuiz.',
  'not-json': 'Ini bukan JSON yang sah.',
  'other-format': 'Ini bukan course.json bagi sebuah kursus.',
  'newer-version': 'Fail ini dieksport oleh versi yang lebih baharu.',
  'missing-file': 'Fail ini disebut tetapi tiada.',
  'wrong-hash': 'Fail ini bukan fail yang dieksport.',
  'wrong-type': 'Jenis fail ini tidak seperti yang dinyatakan.',
  invalid: 'Ada sesuatu yang tidak betul di sini.',
  'too-many-items': 'Satu kursus memuatkan paling banyak 500 modul dan 2,000 item.',
  unreadable: 'Fail ini tidak dapat dibaca.',
  'too-complex':
    'Arkib ini terlalu rumit untuk dibaca. Sila bahagikan kursus itu, atau eksport semula dengan bahagian yang lebih sedikit.',
  'no-room': 'Ruang anda tidak mencukupi untuk fail-fail ini.',
  'not-allowed': 'Anda tidak lagi boleh mencipta kursus.',
  failed: 'Import gagal. Sila cuba lagi kemudian.',
}

const reasons: Record<LeftOutReason, string> = {
  'unknown-field': 'Tetapan ini tidak dikenali di sini',
  'unused-file': 'Tiada apa-apa dalam kursus menggunakan fail ini',
  'hidden-file': 'Fail sistem',
  'unknown-kind': 'Kursus tidak boleh memuatkan fail jenis ini',
  pictures: 'Gambar dalam teks ditinggalkan',
  'captions-alone': 'Tiada video dengan nama ini',
  'caption-language': 'Kapsyen dalam bahasa ini, atau fail kedua dalam bahasa yang sama',
  'missing-file': 'Arkib menamakan fail ini, tetapi tidak mengandunginya',
  'external-tool': 'Alat di laman lain',
  'discussion-topic': 'Perbincangan: mulakannya dalam kursus',
  assignment: 'Tugasan',
  'question-kind': 'Soalan yang tidak dapat ditanya dalam kuiz di sini',
  'question-changed': 'Soalan yang berbeza daripada fail',
  embedded: 'Kandungan terbenam dalam teks ditinggalkan',
  'too-long': 'Teks ini terlalu panjang bagi satu pelajaran: bahagikannya',
  'unreadable-text': 'Fail ini tidak dapat dibaca sebagai teks',
}

const kinds: Record<ImportedItemKind, string> = {
  text: 'Teks',
  video: 'Video',
  document: 'Dokumen',
  quiz: 'Kuiz',
}

export const courseImport = {
  import: 'Import kursus',
  importLead:
    'Daripada kursus yang dieksport di sini, atau daripada folder pelajaran, video dan dokumen dalam fail zip.',
  courses: 'Kursus',
  file: 'Arkib zip',
  prompt: 'Lepaskan fail .zip di sini atau',
  browse: 'pilih fail',
  hint: 'Paling besar 8 GB. Anda melihat apa yang akan dicipta sebelum apa-apa dicipta.',
  uploading: (name: string) => `Memuat naik ${name}`,
  waiting: 'Menunggu sambungan. Muat naik akan bersambung sendiri.',
  uploadFailed: 'Arkib tidak dapat dimuat naik. Sila cuba lagi.',
  rulesTitle: 'Cara folder dibaca',
  ruleFolders: 'Setiap folder menjadi modul, mengikut susunan nama: 01 Pengenalan, 02 Orbit.',
  ruleKinds: 'Pelajaran ialah Markdown (.md), video ialah MP4 atau WebM, dokumen ialah PDF.',
  ruleCaptions: 'Kapsyen (.vtt, .srt) mempunyai nama yang sama dengan videonya.',
  ruleCartridge:
    'Common Cartridge (.imscc) menjadi modul, teks, kuiz dan fail; apa yang ditinggalkan dinamakan.',
  ruleCover: 'Gambar bernama cover.png atau cover.jpg menjadi imej kursus.',
  loadFailed: 'Import anda tidak dapat dimuatkan',

  examining: (name: string) => `Menyemak ${name}`,
  examiningHint: 'Setiap fail dibaca sekali. Anda boleh meninggalkan halaman ini dan kembali.',
  refused: 'Arkib ini tidak boleh diimport',
  refusedHint: 'Tiada apa-apa dicipta. Betulkan perkara ini, kemudian muat naik sekali lagi:',
  whole: 'Arkib',
  another: 'Pilih fail lain',
  problem: (kind: ImportProblemKind) => problems[kind],

  ready: (title: string) => `Sedia untuk diimport: ${title}`,
  creates: 'Ini mencipta draf yang hanya dilihat oleh anda dan pasukan anda:',
  modules: (n: number) => `${n} modul`,
  texts: (n: number) => `${n} teks`,
  videos: (n: number) => `${n} video`,
  documents: (n: number) => `${n} dokumen`,
  quizzes: (n: number) => `${n} kuiz`,
  captions: (n: number) => `${n} fail kapsyen`,
  size: (megabytes: string) => `${megabytes} MB fail`,
  kind: (kind: ImportedItemKind) => kinds[kind],
  leftOut: (n: number) => `Ditinggalkan (${n})`,
  reason: (reason: LeftOutReason) => reasons[reason],
  create: 'Cipta kursus',
  creating: 'Memulakan…',
  discard: 'Buang',
  changeFailed: 'Tindakan itu tidak berjaya. Sila cuba lagi.',

  importing: (title: string) => `Mencipta ${title}`,
  importingHint: 'Anda boleh meninggalkan halaman ini: import diteruskan.',
  filesStored: (done: number, total: number) => `${done} daripada ${total} fail disimpan`,
  done: (title: string) => `${title} kini ada sebagai draf`,
  doneHint: 'Semak kursus ini, kemudian terbitkan. Video disediakan di latar belakang.',
  open: 'Buka kursus',
  importAnother: 'Import yang lain',
} satisfies Translation<typeof courseImportMessages>
