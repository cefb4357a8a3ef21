import type { Count } from '../../platform/language/numbers.ts'
import type { Translation } from '../../platform/language/messages.ts'
import type { securityMessages } from './security-messages.en.ts'

export const security = {
  title: 'Log keselamatan',
  lead: 'Perubahan kepada bayaran, akaun bank, yuran, pindahan, bayaran balik dan peranan. Catatan tidak boleh diubah atau dipadam di sini.',
  failed: 'Log keselamatan tidak dapat dimuatkan',
  empty: 'Belum ada perubahan',
  emptyHint: 'Perubahan seterusnya kepada bayaran atau peranan akan tercatat di sini.',
  count: (shown: number, total: Count) => `${shown} daripada ${total} catatan`,
  more: 'Muatkan lagi',
  by: (name: string) => `Oleh ${name}`,
  nobody: 'pengguna tanpa nama',
  from: (address: string) => `dari ${address}`,
  member: 'seorang ahli',
  chipChanged: (brandId: string, end: string) =>
    `Akaun CHIP telah ditukar kepada ID jenama ${brandId}${end === '' ? '' : `, kunci rahsia ••••${end}`}`,
  bankChanged: (bank: string, end: string) =>
    `Akaun bank pada invois telah ditukar kepada ${bank} ••••${end}`,
  payoutBankChanged: (bank: string, end: string) =>
    `Akaun bank untuk bayaran keluar telah ditukar kepada ${bank} ••••${end}`,
  feeChanged: (before: string, after: string) =>
    `Yuran platform telah diubah daripada ${before} kepada ${after}`,
  sellerApproved: 'Jualan melalui Apogee telah diluluskan',
  sellerLimited: (amount: string, reason: string) =>
    `Jualan melalui Apogee dihadkan kepada ${amount} dalam 24 jam: ${reason}`,
  sellerSuspended: (reason: string) => `Penjual digantung: ${reason}`,
  sellerRestored: (reason: string) => `Sekatan ke atas penjual ditarik balik: ${reason}`,
  brandCleared: (reason: string) => `Jenama penjual dikosongkan: ${reason}`,
  sellerRegistrationChanged:
    'Nama di sisi undang-undang atau nombor pendaftaran untuk pengesahan telah ditukar',
  sellerContactChanged: 'Alamat e-mel atau nombor telefon untuk pengesahan telah ditukar',
  checkReturned: (check: string, reason: string) => `Pengesahan: ${check} telah dikembalikan (${reason})`,
  sellerVerified: 'Pengesahan penjual telah selesai',
  checkRegistration: 'pendaftaran',
  checkBank: 'akaun bank',
  checkContact: 'perhubungan',
  checkDocuments: 'dokumen',
  payoutRecorded: (amount: string, reference: string) =>
    `Pembayaran ${amount} kepada penjual telah direkodkan (${reference})`,
  paymentRecorded: (amount: string, reference: string) =>
    `Bayaran ${amount} kepada platform telah direkodkan (${reference})`,
  signalOpened: (seller: string) => `Angka penjual ${seller} luar biasa`,
  payoutPrepared: (id: string, amount: string) => `Bayaran keluar ${id} sebanyak ${amount} telah disediakan`,
  transferReversed: (amount: string, reason: string) => `Pindahan ${amount} telah ditarik balik: ${reason}`,
  refundApproved: (amount: string, courses: string, reason: string) =>
    `Bayaran balik ${amount} yang melebihi baki telah diluluskan (${courses}): ${reason}`,
  refundDeclined: (amount: string, courses: string, reason: string) =>
    `Bayaran balik ${amount} yang melebihi baki telah ditolak (${courses}): ${reason}`,
  memberDeleted: (role: string) => `Akaun seseorang dengan peranan ${role} telah dipadam`,
  roleChanged: (name: string, before: string, after: string) =>
    `Peranan ${name} telah ditukar daripada ${before} kepada ${after}`,
  invited: (email: string, role: string) => `${email} telah dijemput sebagai ${role}`,
  secondFactorOn: (name: string) => `Langkah kedua log masuk ${name} telah dihidupkan`,
  secondFactorOff: (name: string) => `Langkah kedua log masuk ${name} telah dimatikan`,
  recoveryCodesReplaced: (name: string) => `Kod pemulihan ${name} telah diganti`,
  recoveryCodeUsed: (name: string) => `Kod pemulihan ${name} telah digunakan untuk log masuk`,
  removalAsked: (person) => `Pengalihan langkah kedua ${person} telah diminta`,
  removalConfirmed: (person) => `Pengalihan langkah kedua ${person} telah disahkan`,
  removalStopped: (person) => `Pengalihan langkah kedua ${person} telah dihentikan`,
  factorsRemoved: (person) => `Langkah kedua ${person} telah dialih keluar`,
  passkeyAdded: (person: string, name: string) => `Kunci laluan ${person} telah ditambah: ${name}`,
  passkeyRemoved: (person: string, name: string) => `Kunci laluan ${person} telah dialih keluar: ${name}`,
  identityRemoved: (person: string, provider: string) =>
    `${provider} tidak lagi boleh digunakan untuk log masuk ke akaun ${person}`,
  emailChanged: (name: string) => `Alamat e-mel ${name} telah ditukar`,
  emailRestored: (name: string) => `Pertukaran alamat e-mel ${name} telah dibatalkan`,
  passkeyCopied: (person: string, name: string) =>
    `Kunci laluan ${person} ditolak kerana ia mungkin telah disalin: ${name}`,
  sessionsEnded: (person: string) => `${person} telah dilog keluar di semua peranti`,
  securityLogFellBack: (block: string, kept: string) =>
    `Log keselamatan kehilangan catatan terkini: ia berakhir dengan blok ${block} dan pernah mempunyai blok ${kept}`,
  securityLogReplaced: (kept: string) =>
    `Blok ${kept} log keselamatan telah dimeterai semula dengan kandungan lain`,
  apiTokenCreated: (name: string, end: string) => `Token API ${name} (••••${end}) telah dibuat`,
  apiTokenRevoked: (name: string, end: string) => `Token API ${name} (••••${end}) telah dibatalkan`,
  webhookCreated: (url: string) => `Webhook ke ${url} telah ditambah`,
  webhookDeleted: (url: string) => `Webhook ke ${url} telah dipadam`,
  webhookSecretReplaced: (url: string) => `Rahsia webhook ke ${url} telah diganti`,
  webhookTurnedOff: (url: string) => `Webhook ke ${url} gagal selama lima hari dan telah dimatikan`,
  student: 'pelajar',
  instructor: 'pengajar',
  admin: 'pentadbir',
  superadmin: 'pentadbir utama',
} satisfies Translation<typeof securityMessages>
