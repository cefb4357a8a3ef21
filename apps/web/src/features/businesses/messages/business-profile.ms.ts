import type { Translation } from '#web/platform/language/messages.ts'
import type { businessProfileMessages } from './business-profile.en.ts'

export const businessProfile = {
  title: 'Profil perniagaan',
  lead: 'Apa yang dibaca oleh pembeli tentang perniagaan anda di halaman jualan kursusnya. Resit mempunyai butirannya sendiri di bawah.',
  loadFailed: 'Profil perniagaan tidak dapat dimuatkan',
  logo: 'Logo perniagaan',
  logoHint: 'PNG, JPEG atau WebP, paling besar 10 MB. Ditunjukkan di halaman jualan.',
  logoSaved: 'Logo telah disimpan',
  logoRemoved: 'Logo telah dibuang',
  name: 'Nama perniagaan',
  description: 'Tentang perniagaan',
  descriptionHint: 'Siapa anda dan apa yang anda ajar. Paling banyak 2,000 aksara.',
  website: 'Laman web',
  email: 'E-mel perniagaan',
  phone: 'Telefon perniagaan',
  address: 'Alamat perniagaan',
  showsContact: 'Tunjukkan butiran hubungan di halaman jualan',
  showsContactHint: 'Semua orang kemudian boleh membaca e-mel, telefon dan alamat.',
  shown: 'Ditunjukkan',
  notShown: 'Tidak ditunjukkan',
  save: 'Simpan profil',
  saving: 'Menyimpan...',
  saved: 'Profil perniagaan telah disimpan. Halaman jualan kini menunjukkannya.',
  saveFailed: 'Profil perniagaan tidak dapat disimpan',
} satisfies Translation<typeof businessProfileMessages>
