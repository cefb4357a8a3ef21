import type { Translation } from '#web/platform/language/messages.ts'
import type { packageMissingMessages } from './package-missing.en.ts'

export const packageMissing = {
  title: 'Apa yang mungkin tidak berfungsi',
  added: 'Pakej telah ditambah, dan sebahagiannya mungkin tidak berfungsi di sini',
  replaced: 'Pakej telah diganti, dan sebahagiannya mungkin tidak berfungsi di sini',
  lead: 'Pakej ini menggunakan fungsi pelayar yang buat masa ini tidak diberikan kepada pakej di platform ini.',
  storage:
    'Apa yang disimpannya dalam pelayar, seperti tetapan atau halaman yang telah dilihat, mungkin hilang apabila pelajar meninggalkan halaman. Bahagian yang memerlukannya mungkin terhenti.',
  workers: 'Bahagian yang mengira atau memuatkan sesuatu di latar belakang mungkin tidak bermula.',
  frames:
    'Halaman yang memaparkan halaman lain di dalamnya mungkin kekal kosong atau tidak bertindak balas. Ini boleh melibatkan seluruh pelajaran.',
  dialogs:
    'Mesej dan soalan dalam tetingkap kecil pelayar mungkin tidak muncul, dan soalan itu dikira sebagai dijawab dengan Batal. Cetakan mungkin tidak berfungsi.',
  windows: 'Pautan dan butang yang membuka tetingkap atau tab baharu mungkin tidak berfungsi.',
  downloads:
    'Fail yang perlu disimpan atau dibuka oleh pelajar dalam program lain mungkin tidak dapat disimpan.',
  drawings: 'Gambar yang dilukis atau diubah oleh pakej itu sendiri mungkin tidak kelihatan.',
  works:
    'Teks, gambar, bunyi dan video lain berfungsi, dan kemajuan serta keputusan yang dilaporkan disimpan. Lihat pelajaran dan cuba setiap bahagian sebelum anda menerbitkannya.',
  setting:
    'Supaya semuanya berfungsi, minta pihak yang mengendalikan platform ini memberikan alamat tersendiri kepada setiap pakej yang dibuka: tetapan PACKAGE_ORIGIN, seperti https://*.content.example.my. Anda tidak perlu memuat naik pakej ini semula.',
} satisfies Translation<typeof packageMissingMessages>
