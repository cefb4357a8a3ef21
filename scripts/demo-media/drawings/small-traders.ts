import { bars, beside, compare, flow, points, statement, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

export const smallTraderDrawings: Drawings = {
  'akaun-poket': [
    table({
      head: ['perkara', 'masuk, RM', 'keluar, RM', 'baki, RM'],
      rows: [
        ['baki awal, Isnin', '', '', '150.00'],
        ['jualan seminggu', '1,330.00', '', '1,480.00'],
        ['bahan, gas, sewa tapak', '', '287.10', '1,192.90'],
        [{ text: '?', tone: 'rust' }, '', { text: '400.00', tone: 'rust' }, '792.90'],
      ],
      rowAt: [0, 1, 1, 2],
      numeric: [1, 2, 3],
    }),
    compare([
      {
        title: 'Ambilan',
        lines: ['barang dapur di rumah', 'yuran sekolah anak', 'tunai berkurang'],
        tone: 'ember',
        at: 0,
      },
      {
        title: 'Belanja niaga',
        lines: ['bahan, gas, bungkusan', 'sewa tapak, upah', 'untung dan tunai berkurang'],
        tone: 'ice',
        at: 1,
      },
    ]),
    points([
      { text: 'Satu tin atau satu akaun untuk niaga sahaja', at: 0 },
      { text: 'Catat pada hari yang sama', sub: 'tarikh, perkara, masuk, keluar, baki', at: 1 },
      { text: 'Ambil untuk rumah pada hari yang tetap', sub: 'dan catat sebagai ambilan', at: 2 },
    ]),
  ],
  'akaun-untung': [
    table({
      head: ['bahan, bulan Jun', 'RM'],
      rows: [
        ['stok awal', '180'],
        ['campur belian', '2,310'],
        ['tolak stok akhir', '234'],
        [
          { text: 'bahan yang digunakan', tone: 'leaf' },
          { text: '2,256', tone: 'leaf' },
        ],
      ],
      rowAt: [0, 0, 1, 1],
      numeric: [1],
    }),
    bars([
      { label: 'jualan', part: 1, text: 'RM 5,640', tone: 'text', at: 0 },
      { label: 'bahan', part: 2256 / 5640, text: 'RM 2,256', tone: 'rust', at: 0 },
      { label: 'untung kasar', part: 3384 / 5640, text: 'RM 3,384', at: 0 },
      { label: 'belanja lain', part: 1070 / 5640, text: 'RM 1,070', tone: 'rust', at: 1 },
      { label: 'untung bersih', part: 2314 / 5640, text: 'RM 2,314', tone: 'leaf', at: 1 },
    ]),
    statement('RM 2,314 ÷ 182 jam = RM 12.71 sejam', '26 hari × 7 jam = 182 jam', 0),
  ],
  'akaun-kos': [
    table({
      head: ['satu adunan karipap', 'RM'],
      rows: [
        ['bahan', '28.80'],
        ['gas', '1.80'],
        ['bungkusan, 60 × 4 sen', '2.40'],
        ['kerja, 2 jam × RM 9', '18.00'],
        [
          { text: 'jumlah kos', tone: 'leaf' },
          { text: '51.00', tone: 'leaf' },
        ],
      ],
      rowAt: [0, 0, 0, 1, 1],
      numeric: [1],
    }),
    compare([
      { title: '60 biji dibuat', lines: ['51.00 ÷ 60', 'RM 0.85 sebiji'], tone: 'rust', at: 0 },
      { title: '57 biji terjual', lines: ['51.00 ÷ 57', 'hampir RM 0.90 sebiji'], tone: 'leaf', at: 1 },
    ]),
    beside(
      statement('harga = kos ÷ (1 − margin)', '', 0),
      table({
        head: ['margin', 'RM 0.90 ÷', 'harga'],
        rows: [
          ['20%', '0.80', 'RM 1.13'],
          ['25%', '0.75', 'RM 1.20'],
          [{ text: '30%', marks: [0] }, '0.70', 'RM 1.29'],
          ['40%', '0.60', 'RM 1.50'],
        ],
        numeric: [1, 2],
      }),
      50,
    ),
  ],
  'akaun-titik': [
    table({
      head: ['kos tetap sebulan', 'RM'],
      rows: [
        ['upah pembantu', '1,100'],
        ['sewa kedai', '900'],
        ['elektrik dan air', '260'],
        ['susut nilai alat', '130'],
        ['telefon dan internet', '110'],
        [
          { text: 'jumlah', tone: 'leaf' },
          { text: '2,500', tone: 'leaf' },
        ],
      ],
      numeric: [1],
    }),
    bars([
      { label: 'jualan', part: 1, text: 'RM 1.00', tone: 'text', at: 0 },
      { label: 'kos berubah', part: 0.5, text: 'RM 0.50', tone: 'rust', at: 0 },
      { label: 'sumbangan', part: 0.5, text: 'RM 0.50', tone: 'leaf', at: 1 },
    ]),
    table({
      head: ['sasaran', 'perlu ditutup', 'jualan sebulan', 'sehari (26 hari)'],
      rows: [
        ['pulang modal', 'RM 2,500', 'RM 5,000', 'RM 192.31'],
        ['dan RM 2,400 untuk Kak Yah', 'RM 4,900', 'RM 9,800', 'RM 376.92'],
      ],
      rowAt: [0, 1],
      numeric: [1, 2, 3],
    }),
  ],
  'akaun-tunai': [
    table({
      head: ['tarikh', 'perkara', 'tunai, RM'],
      rows: [
        ['3 Ogos', 'beli bahan', '−1,350'],
        ['8 Ogos', 'upah pembantu', '−300'],
        ['8 Ogos', 'juadah dihantar, invois RM 3,000', '0'],
        ['7 September', 'pelanggan membayar', { text: '+3,000', tone: 'leaf' }],
      ],
      rowAt: [0, 0, 0, 1],
      numeric: [2],
    }),
    compare([
      { title: 'Tanpa deposit', lines: ['Ogos − RM 1,650', 'September + RM 3,000'], tone: 'rust' },
      { title: 'Deposit RM 1,500', lines: ['Ogos − RM 150', 'September + RM 1,500'], tone: 'leaf', at: 0 },
    ]),
    points([
      { text: 'Deposit sebelum membeli bahan', at: 0 },
      { text: 'Invois pada hari penghantaran', at: 0 },
      { text: 'Tempoh bayaran daripada pembekal', at: 1 },
      { text: 'Simpanan kos tetap untuk sebulan', at: 1 },
    ]),
  ],
  'akaun-sst': [
    compare([
      {
        title: 'Cukai jualan',
        lines: ['pengilang berdaftar', 'barang bercukai', 'juga ketika import'],
        tone: 'ember',
        at: 0,
      },
      {
        title: 'Cukai perkhidmatan',
        lines: ['penyedia berdaftar', 'perkhidmatan yang ditetapkan', 'misalnya restoran, kafe, katering'],
        tone: 'ice',
        at: 1,
      },
    ]),
    bars([
      { label: 'makanan, minuman', part: 1, text: 'RM 1,500,000', tone: 'text', at: 0 },
      { label: 'pengilang', part: 1 / 3, text: 'RM 500,000', tone: 'text', at: 0 },
      { label: 'Kak Yah, 12 bulan', part: 72_410 / 1_500_000, text: 'RM 72,410', tone: 'leaf', at: 1 },
    ]),
    points([
      { text: 'Resit tanpa SST selagi belum berdaftar', at: 0 },
      { text: 'Jumlah jualan 12 bulan disemak setiap bulan', at: 1 },
      { text: 'Rujukan: mysst.customs.gov.my', at: 1 },
    ]),
  ],
  'akaun-einvois': [
    flow([
      { text: 'jualan', sub: 'resit bernombor', at: 0 },
      { text: 'MyInvois', sub: 'data disahkan', at: 0 },
      { text: 'sah', sub: 'nombor, kod QR', at: 1 },
      { text: 'pembeli', sub: 'simpan, semak', at: 1 },
    ]),
    table({
      head: ['jualan tahunan', 'e-Invois'],
      rows: [
        ['lebih RM 5 juta', 'wajib, fasa 2024 dan 2025'],
        ['RM 1 juta hingga RM 5 juta', 'wajib mulai 2026'],
        ['di bawah RM 1 juta', { text: 'dikecualikan, dengan syarat', tone: 'leaf', marks: [0] }],
        [
          { text: 'Kak Yah: RM 72,410', at: 1 },
          { text: 'belum wajib', at: 1 },
        ],
      ],
      widths: [48, 52],
    }),
    points([
      { text: 'Diminta: e-Invois untuk pelanggan itu', sub: 'selagi bulan jualan belum tamat', at: 0 },
      { text: 'Selebihnya: satu e-Invois disatukan', sub: 'dalam 7 hari selepas bulan tamat', at: 1 },
      { text: 'Tersilap: batalkan dalam 72 jam', at: 2 },
    ]),
  ],
  'akaun-bank': [
    points([
      { text: 'Untuk apa wang ini?', at: 0 },
      { text: 'Daripada apa ia dibayar balik?', at: 0 },
      { text: 'Adakah penyata akaun menyokongnya?', at: 1 },
      { text: 'Bagaimana rekod kredit anda?', at: 1 },
      { text: 'Apa akan jadi jika jualan turun?', at: 1 },
    ]),
    table({
      head: ['pembiayaan 36 bulan', 'RM'],
      rows: [
        ['jumlah pembiayaan', '10,800'],
        ['5% × 3 tahun × 10,800', '1,620'],
        ['dibayar balik', '12,420'],
        [
          { text: 'ansuran, 12,420 ÷ 36', tone: 'leaf' },
          { text: '345', tone: 'leaf' },
        ],
      ],
      rowAt: [0, 0, 0, 1],
      numeric: [1],
    }),
    table({
      head: ['sebulan, RM', 'biasa', 'turun 10%'],
      rows: [
        ['jualan', '10,400', { text: '9,360', at: 1 }],
        ['tolak kos berubah, 50%', '5,200', { text: '4,680', at: 1 }],
        ['tolak kos tetap yang dibayar tunai', '2,370', { text: '2,370', at: 1 }],
        ['tolak ambilan', '2,000', { text: '2,000', at: 1 }],
        ['lebihan sebelum ansuran', { text: '830', tone: 'leaf' }, { text: '310', tone: 'rust', at: 1 }],
        ['selepas ansuran RM 345', { text: '485', tone: 'leaf' }, { text: '−35', tone: 'rust', at: 1 }],
      ],
      numeric: [1, 2],
    }),
  ],
}
