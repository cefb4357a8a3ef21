/** Maps English sentences of the readers of imported files to Malay. These sentences appear to authors only. */
export const importSentences: Record<string, string> = {
  line: 'baris',
  item: 'item',
  question: 'soalan',
  'is nested too deeply': 'bersarang terlalu dalam',
  'has more than one picture in a choice': 'mempunyai lebih daripada satu gambar dalam satu pilihan',
  'has a picture in a choice of this kind, which is not supported':
    'mempunyai gambar dalam pilihan jenis ini, yang tidak disokong',
  'has a picture in a choice without words (alt)':
    'mempunyai gambar tanpa perkataan (alt) dalam satu pilihan',
  'has a picture that is not in the package as PNG, JPEG or WebP':
    'mempunyai gambar yang tiada dalam pakej sebagai PNG, JPEG atau WebP',
  'must have one text to write': 'mesti mempunyai satu teks untuk ditulis',
  'must have at most 5 files to hand in': 'mesti mempunyai paling banyak 5 fail untuk diserahkan',
  'gives part of the points in the file and none here':
    'memberi sebahagian mata dalam fail, tetapi tiada mata di sini',
  'takes points away in the file and none here': 'menolak mata dalam fail, tetapi tidak di sini',
  'is counted otherwise here': 'dikira secara lain di sini',
  'has a text for teachers that is too long for a guide':
    'mempunyai teks untuk pengajar yang terlalu panjang sebagai panduan',
  'draws questions of a bank in the file and none here':
    'mengambil soalan daripada bank soalan dalam fail, tetapi tiada di sini',
  'draws more questions in the file than there are here':
    'mengambil lebih banyak soalan dalam fail daripada yang ada di sini',
  'draws a part of the questions in the file and asks all here':
    'mengambil sebahagian soalan dalam fail, tetapi menanya semuanya di sini',
  'must be one of the first questions that a quiz can hold':
    'mesti antara soalan pertama yang dapat dimuatkan dalam kuiz',
  'has no question': 'tiada soalan',
  'has nothing to show': 'tiada apa-apa untuk dipaparkan',
  'has other points here': 'mempunyai mata lain di sini',
  'is a question of a kind that is not supported': 'ialah soalan daripada jenis yang tidak disokong',
  'feedbacks left out': 'maklum balas yang ditinggalkan',
  'pictures left out': 'gambar yang ditinggalkan',
  'embedded videos left out': 'video terbenam yang ditinggalkan',
  'embedded sounds left out': 'bunyi terbenam yang ditinggalkan',
  'embedded frames left out': 'bingkai terbenam yang ditinggalkan',
  'embedded objects left out': 'objek terbenam yang ditinggalkan',
  'form fields left out': 'medan borang yang ditinggalkan',
  'notes for other people left out': 'nota untuk orang lain yang ditinggalkan',
  'columns that are not read': 'lajur yang tidak dibaca',
  'must name the columns': 'mesti menamakan lajur',
  'has a right answer that is both the number and the text of an option':
    'mempunyai jawapan betul yang merupakan nombor dan juga teks pilihan',
  'has no text of its own, so its title is used': 'tiada teks sendiri, jadi tajuknya digunakan',
  'is a text without a question': 'ialah teks tanpa soalan',
  'must have one pair of braces with its answers': 'mesti mempunyai sepasang kurungan dengan jawapannya',
  'must have a match (->) for each answer': 'mesti mempunyai padanan (->) bagi setiap jawapan',
  'has several right options of which learners choose one':
    'mempunyai beberapa pilihan yang betul, tetapi pelajar memilih satu sahaja',
  'must have right options that give all points together':
    'mesti mempunyai pilihan betul yang bersama-sama memberi semua mata',
  'accepts a pattern (*), which a short answer here cannot':
    'menerima corak (*), yang tidak boleh diterima oleh jawapan pendek di sini',
  'accepts numbers of which a part gives fewer points':
    'menerima nombor yang sebahagiannya memberi kurang mata',
  'accepts every number': 'menerima semua nombor',
  'has several right numbers, and a question here has one':
    'mempunyai beberapa nombor yang betul, tetapi soalan di sini mempunyai satu',
  'has a tolerance that a question here cannot have':
    'mempunyai toleransi yang tidak boleh digunakan di sini',
  'gives points for any text': 'memberi mata untuk sebarang teks',
  'has answers of which only some must match capitals':
    'mempunyai jawapan yang hanya sebahagiannya mesti sama huruf besarnya',
  'has scoring that is not supported': 'mempunyai pemarkahan yang tidak disokong',
  'has values that are drawn for each learner, which is not supported':
    'mempunyai nilai yang dipilih bagi setiap pelajar, yang tidak disokong',
  'changes after each answer (adaptive), which is not supported':
    'berubah selepas setiap jawapan (adaptif), yang tidak disokong',
  'must have a type that CSV can hold': 'mesti jenis yang boleh dimuatkan oleh CSV',
  'has a quotation mark that is not closed': 'mempunyai tanda petikan yang tidak ditutup',
  'is not text in the encoding': 'bukan teks dalam pengekodan',
  'is QTI 1.2, and only QTI 2 is read here': 'ialah QTI 1.2, dan hanya QTI 2 dibaca di sini',
  'has units, which a number here cannot have':
    'mempunyai unit, yang tidak dapat dimiliki oleh nombor di sini',
  'has a text with which the answer begins, and none here':
    'mempunyai teks permulaan bagi jawapan dalam fail, tetapi tiada di sini',
  'accepts more files than here': 'menerima lebih banyak fail daripada di sini',
  'is not in the package': 'tiada dalam pakej',
  'must have one right match for each prompt': 'mesti mempunyai satu padanan betul bagi setiap item',
  'must have a right place for each choice': 'mesti mempunyai tempat betul bagi setiap pilihan',
  'must have one right answer': 'mesti mempunyai satu jawapan betul',
  'must have a right answer': 'mesti mempunyai jawapan betul',
  'must have one interaction': 'mesti mempunyai satu interaksi',
  'has an interaction that is not supported': 'mempunyai interaksi yang tidak disokong',
  'is damaged, or has more than 8 MB of texts or 128 MB of pictures':
    'rosak, atau mempunyai lebih daripada 8 MB teks atau 128 MB gambar',
  'must not have a document type': 'tidak boleh mempunyai jenis dokumen (DOCTYPE)',
  'is not XML': 'bukan XML',
  'is not JSON': 'bukan JSON',
  'must be score, marks or answers': 'mesti score, marks atau answers',
  'is read by the quiz editor only': 'hanya dibaca oleh penyunting kuiz',
  'must be the id of an uploaded picture': 'mesti id gambar yang dimuat naik',
  'must be a picture': 'mesti gambar',
  'must be answered with text or a number': 'mesti dijawab dengan teks atau nombor',
}
