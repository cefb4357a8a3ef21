import type { courseExports as english } from '../en/course-exports.ts'

export const courseExports: typeof english = {
  reasons: {
    'course-settings':
      'Kulit kursus, harga, kategori, tahap, tempoh akses, halaman jualan dan peraturan sijil ditinggalkan',
    'not-published': 'Ini belum diterbitkan, dan ditinggalkan',
    'unpublished-changes': 'Perubahan yang belum diterbitkan ditinggalkan',
    'empty-module': 'Modul ini tiada apa-apa yang boleh disimpan oleh Common Cartridge, dan ditinggalkan',
    'module-description': 'Penerangan modul ditinggalkan',
    'module-opening': 'Masa modul dibuka ditinggalkan',
    'free-preview': 'Tanda pratonton percuma ditinggalkan',
    exercise: 'Latihan pelajaran ditinggalkan',
    recall: 'Soalan selepas video ditinggalkan',
    chapters: 'Bab video ditinggalkan',
    package: 'Pakej SCORM ditinggalkan',
    'own-link': 'Pautan ke halaman tapak ini ditinggalkan; perkataannya kekal',
    'missing-file': 'Fail yang disebut dalam teks tiada',
    'question-kind': 'Soalan jenis ini ditinggalkan',
    'no-question': 'Kuiz ini tiada soalan yang boleh disimpan oleh Common Cartridge, dan ditinggalkan',
    points: 'Soalan ini bernilai 99 mata, iaitu had Common Cartridge',
    'partial-points':
      'Soalan ini memberi mata untuk semua pilihan betul bersama, dan tiada untuk sebahagiannya',
    'exact-spelling': 'Soalan ini meminta tanda aksen dan ruang yang tepat dalam jawapan',
    'grading-guide':
      'Panduan pemarkahan ditinggalkan, kerana program lain mungkin menunjukkannya kepada pelajar',
    'answer-files': 'Jawapan tiada fail',
    'picture-options': 'Perkataan pilihan bergambar ditunjukkan',
    'quiz-review': 'Apa yang dilihat oleh pelajar selepas kuiz mungkin berbeza',
    'quiz-pass-mark': 'Markah lulus kuiz ditinggalkan',
    'quiz-attempts': 'Kuiz ini membenarkan 5 percubaan, iaitu had Common Cartridge',
    'quiz-order': 'Soalan kuiz mengekalkan susunannya',
    'quiz-draw': 'Kuiz ini menanyakan semua soalan, dan tidak memilih daripada kumpulannya',
  },
  calloutWords: { note: 'Nota', tip: 'Petua', warning: 'Amaran' },
  listTitle: (course) => `Apa yang ditinggalkan atau diubah oleh Common Cartridge bagi “${course}”`,
}
