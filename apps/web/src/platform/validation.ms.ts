import { tooLong } from '@apogee/contracts/limits.ts'

/** Malay by the English sentence of the contract's form rules (packages/contracts/src/*.forms.ts, password-strength.ts). */
export const validationMalay: Record<string, string> = {
  ...Object.fromEntries(
    [20, 32, 60, 120, 128, 200, 500, 1000, 20_000].map((max) => [
      tooLong(max),
      `Mesti paling banyak ${max} aksara`,
    ]),
  ),
  'Name is required': 'Nama diperlukan',
  'Name must be at least 2 characters': 'Nama mesti sekurang-kurangnya 2 aksara',
  'Full name is required': 'Nama penuh diperlukan',
  'Email is required': 'E-mel diperlukan',
  'Please enter a valid email address': 'Sila masukkan alamat e-mel yang sah',
  'Password is required': 'Kata laluan diperlukan',
  'Password must be at least 8 characters': 'Kata laluan mesti sekurang-kurangnya 8 aksara',
  'Password is too weak': 'Kata laluan terlalu lemah',
  'Please confirm your password': 'Sila sahkan kata laluan anda',
  'Passwords do not match': 'Kata laluan tidak sepadan',
  'Please accept the Terms of Service and the Privacy Policy':
    'Sila terima Terma Perkhidmatan dan Dasar Privasi',
  'Business name is required': 'Nama perniagaan diperlukan',
  'Business email is required': 'E-mel perniagaan diperlukan',
  'Please enter a valid business email': 'Sila masukkan e-mel perniagaan yang sah',
  'Business phone is required': 'Telefon perniagaan diperlukan',
  'Business address is required': 'Alamat perniagaan diperlukan',
  'Control characters are not allowed': 'Aksara kawalan tidak dibenarkan',
  'Password should be at least 8 characters': 'Kata laluan perlu sekurang-kurangnya 8 aksara',
  'Add uppercase letters': 'Tambah huruf besar',
  'Add lowercase letters': 'Tambah huruf kecil',
  'Add numbers': 'Tambah nombor',
  'Add special characters': 'Tambah aksara khas',
  'Address is required': 'Alamat diperlukan',
  'City is required': 'Bandar diperlukan',
  'State is required': 'Negeri diperlukan',
  'Postal code is required': 'Poskod diperlukan',
  'Country is required': 'Negara diperlukan',
  'Your cart is empty': 'Troli anda kosong',
  'At most 50 courses at once': 'Paling banyak 50 kursus sekali gus',
  'Title is required': 'Tajuk diperlukan',
  'Description is required': 'Penerangan diperlukan',
  'Instructor is required': 'Pengajar diperlukan',
  'Price must not be negative': 'Harga tidak boleh negatif',
  'Price must be at most RM 10,000.00': 'Harga mesti paling banyak RM 10,000.00',
  'Price must be between 0 and 10000, with at most two decimals':
    'Harga mesti antara 0 dan 10000, dengan paling banyak dua tempat perpuluhan',
  'Both CHIP Secret Key and Brand ID are required': 'Kunci Rahsia CHIP dan ID Jenama kedua-duanya diperlukan',
}
