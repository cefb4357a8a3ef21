import type { Translation } from '#web/platform/language/messages.ts'
import type { draftEditorMessages } from './draft-editor-messages.en.ts'

export const draftEditor = {
  backToModules: 'Kembali ke modul',
  draft: 'Draf',
  saved: 'Disimpan',
  saving: 'Menyimpan...',
  unsaved: 'Belum disimpan',
  trySaving: 'Simpan sekarang',
  publishing: 'Menerbitkan...',

  quizLoadFailed: 'Kuiz tidak dapat dimuatkan',
  quizNotFound: 'Kuiz tidak ditemui',
  quizNotFoundHint: 'Kuiz ini mungkin telah dipadam, atau anda tidak boleh menyuntingnya.',
  quizSavedAsDraft: 'Disimpan. Pelajar mengambil kuiz yang terdahulu.',
  quizSavedUnseen: 'Disimpan. Pelajar belum melihat kuiz ini.',
  quizSaveFailed: 'Tidak disimpan. Kuiz anda dikekalkan dalam tab ini.',
  quizPublish: 'Terbitkan kuiz',
  quizUpdate: 'Kemas kini kuiz',
  quizPublishFailed: 'Kuiz tidak dapat diterbitkan',
  quizPublished: 'Kuiz telah diterbitkan',
  quizUpdated: 'Percubaan baharu mengambil kuiz yang dikemas kini',
  quizModuleIsDraft: 'Modulnya masih draf: pelajar melihat kuiz apabila anda menerbitkan modul itu.',
  quizConflictTitle: 'Orang lain telah mengubah kuiz ini',
  quizConflictText: (name: string | null) =>
    `${name ?? 'Orang lain'} menyimpan kuiz yang berbeza semasa anda menulis. Pilih yang mana kekal.`,
  quizChangedByYou: 'Anda telah mengubah kuiz ini di tab atau peranti lain',
  quizChangedByYouText:
    'Versi lain kuiz ini disimpan di sana semasa anda menulis di sini. Pilih yang mana kekal.',
  quizKeepMine: 'Kekalkan kuiz saya',
  quizTakeTheirs: 'Guna kuiz mereka',
  quizKeepThis: 'Kekalkan kuiz di tab ini',
  quizTakeOther: 'Guna versi yang satu lagi',

  textLoadFailed: 'Teks tidak dapat dimuatkan',
  textNotFound: 'Teks tidak ditemui',
  textNotFoundHint: 'Teks ini mungkin telah dipadamkan, atau anda tidak boleh menyuntingnya.',
  textSavedAsDraft: 'Disimpan. Pelajar melihat teks terdahulu.',
  textSavedUnseen: 'Disimpan. Pelajar belum melihat pelajaran ini.',
  textSaveFailed: 'Tidak disimpan. Teks anda dikekalkan dalam tab ini.',
  textPublish: 'Terbitkan pelajaran',
  textUpdate: 'Kemas kini pelajaran',
  textPublishFailed: 'Pelajaran tidak dapat diterbitkan',
  textPublished: 'Pelajaran telah diterbitkan',
  textUpdated: 'Pelajar melihat teks baharu',
  textModuleIsDraft: 'Modulnya masih draf: pelajar melihat pelajaran ini apabila anda menerbitkan modul.',
  textConflictTitle: 'Orang lain telah mengubah teks ini',
  textConflictText: (name) =>
    `${name ?? 'Orang lain'} menyimpan teks yang berbeza semasa anda menulis. Pilih teks yang kekal; Buat asal mengembalikan teks yang satu lagi.`,
  textChangedByYou: 'Anda telah mengubah teks ini di tab atau peranti lain',
  textChangedByYouText:
    'Versi lain teks ini disimpan di sana semasa anda menulis di sini. Pilih teks yang kekal; Buat asal mengembalikan teks yang satu lagi.',
  textKeepMine: 'Kekalkan teks saya',
  textTakeTheirs: 'Guna teks mereka',
  textKeepThis: 'Kekalkan teks di tab ini',
  textTakeOther: 'Guna versi yang satu lagi',
} satisfies Translation<typeof draftEditorMessages>
