import { bars, code, compare, flow, points, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

export const officeSpreadsheetDrawings: Drawings = {
  'hamparan-jadual': [
    table({
      head: ['tarikh', 'cawangan', 'kod', 'kuantiti', 'jumlah, RM'],
      rows: [
        ['2/9/2026', 'Ipoh', 'K01', '20', '290.00'],
        ['3/9/2026', 'Klang', 'P03', '10', '120.00'],
        ['4/9/2026', 'Ipoh', 'F02', '30', '204.00'],
        ['7/9/2026', 'Melaka', 'K01', '15', '217.50'],
      ],
      rowMarks: [[0]],
      numeric: [3, 4],
    }),
    points([
      { text: 'Sel yang digabungkan', at: 0 },
      { text: 'Baris kosong di tengah jadual', at: 0 },
      { text: 'Angka dan unit dalam satu sel', sub: '“10 rim” tidak boleh dijumlahkan', at: 1 },
      { text: 'Lebih daripada satu baris tajuk', at: 1 },
    ]),
    flow([
      { text: 'Data', sub: 'seperti asal', at: 0 },
      { text: 'Kiraan', sub: 'rumus, semakan', at: 0 },
      { text: 'Laporan', sub: 'untuk pembaca', at: 0 },
    ]),
  ],
  'hamparan-rujukan': [
    table({
      head: ['', 'E kuantiti', 'F harga', 'G jumlah', 'hasil'],
      rows: [
        ['2', '20', '14.50', '=E2*F2', '290.00'],
        ['3', '10', '12.00', '=E3*F3', '120.00'],
        ['4', '30', '6.80', '=E4*F4', '204.00'],
      ],
      rowAt: [undefined, 0, 0],
      numeric: [1, 2, 4],
    }),
    table({
      head: ['', 'A cawangan', 'B jualan', 'C rumus', 'hasil'],
      rows: [
        ['2', 'Ipoh', '1,000.50', '=B2/B5', '31.3%'],
        ['3', 'Klang', '1,575.00', '=B3/B6', { text: '#DIV/0!', tone: 'rust', marks: [1] }],
        ['4', 'Melaka', '616.50', '=B4/B7', { text: '#DIV/0!', tone: 'rust' }],
        ['5', 'jumlah', '3,192.00', '', ''],
      ],
      numeric: [2, 4],
    }),
    table({
      head: ['', 'A cawangan', 'B jualan', 'C rumus', 'hasil'],
      rows: [
        ['2', 'Ipoh', '1,000.50', { text: '=B2/B$5', tone: 'leaf', marks: [0] }, '31.3%'],
        ['3', 'Klang', '1,575.00', { text: '=B3/B$5', tone: 'leaf' }, '49.3%'],
        ['4', 'Melaka', '616.50', { text: '=B4/B$5', tone: 'leaf' }, '19.3%'],
        ['5', 'jumlah', '3,192.00', '', ''],
      ],
      numeric: [2, 4],
    }),
  ],
  'hamparan-jumlah': [
    code(['=SUM(G2:G13)', '', { text: '3,192.00', at: 0 }], { tinted: false }),
    table({
      head: ['rumus', 'hasil, RM'],
      rows: [
        ['=SUMIF(C2:C13,"Ipoh",G2:G13)', '1,000.50'],
        ['=SUMIF(C2:C13,"Klang",G2:G13)', '1,575.00'],
        ['=SUMIF(C2:C13,"Melaka",G2:G13)', '616.50'],
        [
          { text: 'jumlah', tone: 'leaf' },
          { text: '3,192.00', tone: 'leaf' },
        ],
      ],
      rowAt: [0, 1, 1, 2],
      numeric: [1],
    }),
    table({
      head: ['rumus', 'hasil'],
      rows: [
        ['=COUNTIF(G2:G13,">=200")', '7'],
        ['=IF(1000.50>=1000,"capai","belum")', 'capai'],
        ['=IF(616.50>=1000,"capai","belum")', 'belum'],
      ],
      rowAt: [0, 1, 1],
      numeric: [1],
    }),
  ],
  'hamparan-cari': [
    table({
      head: ['', 'A kod', 'B produk', 'C harga, RM'],
      rows: [
        ['2', 'F02', 'fail', '6.80'],
        ['3', 'K01', 'kertas A4', '14.50'],
        ['4', 'P03', 'pen', '12.00'],
        ['5', 'T04', 'toner', '235.00'],
      ],
      numeric: [3],
    }),
    code(
      [
        '=XLOOKUP(D2,',
        { text: '   Harga!$A$2:$A$5,', at: 0 },
        { text: '   Harga!$C$2:$C$5,', at: 0 },
        { text: '   "tiada kod")', at: 2 },
        { text: '14.50', at: 1 },
      ],
      { tinted: false },
    ),
    compare([
      { title: 'Nampak', lines: ['P04: tiada kod', 'boleh dibaiki hari ini'], tone: 'leaf', at: 0 },
      { title: 'Tersembunyi', lines: ['P04: 0.00', 'jumlah kurang, tiada siapa tahu'], tone: 'rust', at: 0 },
    ]),
  ],
  'hamparan-indeks': [
    table({
      head: ['kedudukan', 'kod', 'harga, RM'],
      rows: [
        ['1', 'F02', '6.80'],
        [{ text: '2', tone: 'leaf', marks: [0] }, 'K01', '14.50'],
        ['3', 'P03', '12.00'],
        ['4', 'T04', '235.00'],
      ],
      numeric: [2],
    }),
    code(
      [
        '=INDEX(Harga!$C$2:$C$5,',
        '       MATCH(D2,Harga!$A$2:$A$5,0))',
        '',
        { text: 'MATCH  2', at: 0 },
        { text: 'INDEX  14.50', at: 0 },
      ],
      { tinted: false },
    ),
    compare([
      { title: 'MATCH(…, 0)', lines: ['padanan tepat', 'tiada kod: #N/A'], tone: 'leaf' },
      { title: 'MATCH(…)', lines: ['padanan hampir', 'senarai mesti disusun'], tone: 'rust', at: 0 },
    ]),
  ],
  'hamparan-bersih': [
    table({
      head: ['mentah (␣ = ruang)', 'rumus', 'hasil'],
      rows: [
        ['␣Melaka', '=TRIM(C4)', 'Melaka'],
        ['IPOH', '=PROPER(C6)', 'Ipoh'],
        ['Melaka␣', '=PROPER(TRIM(C8))', 'Melaka'],
      ],
      rowAt: [0, 1, 1],
    }),
    table({
      head: ['ditaip', 'dibaca', 'nombor siri'],
      rows: [
        ['2/9/2026', '2 September 2026', '46267'],
        ['2/9/2026', { text: '9 Februari 2026', tone: 'rust' }, { text: '46062', tone: 'rust' }],
      ],
      rowAt: [0, 1],
      numeric: [2],
    }),
    table({
      head: ['sel', 'ISNUMBER', 'maksud'],
      rows: [
        ['46267', 'TRUE', 'tarikh sebenar'],
        ['"2/9/2026"', { text: 'FALSE', tone: 'rust' }, 'teks'],
        ['"217.50"', { text: 'FALSE', tone: 'rust' }, 'teks'],
      ],
      rowAt: [0, 0, 0],
    }),
  ],
  'hamparan-pangsi': [
    table({
      head: ['invois', 'cawangan', 'kod', 'jumlah, RM'],
      rows: [
        ['INV-0909', 'Klang', 'T04', '705.00'],
        ['INV-0905', 'Klang', 'K01', '580.00'],
        ['INV-0911', 'Ipoh', 'K01', '362.50'],
      ],
      rowMarks: [[0]],
      numeric: [3],
    }),
    table({
      head: ['cawangan', 'F02', 'K01', 'P03', 'T04', 'jumlah'],
      rows: [
        ['Ipoh', '204.00', '652.50', '144.00', '', '1,000.50'],
        ['Klang', '170.00', '580.00', '120.00', '705.00', '1,575.00'],
        ['Melaka', '68.00', '217.50', '96.00', '235.00', '616.50'],
        ['jumlah', '442.00', '1,450.00', '360.00', '940.00', { text: '3,192.00', tone: 'leaf', marks: [1] }],
      ],
      numeric: [1, 2, 3, 4, 5],
    }),
    points([
      { text: 'Data bertambah? Segar semula', sub: 'klik kanan pada jadual pangsi, Refresh', at: 0 },
      { text: 'Julat data masih lengkap?', at: 0 },
      { text: 'Jumlah di sudut sama dengan SUM?', at: 1 },
    ]),
  ],
  'hamparan-carta': [
    bars([
      { label: 'Ogos', part: 40 / 200, text: 'RM 3,040', tone: 'rust', at: 0 },
      { label: 'September', part: 192 / 200, text: 'RM 3,192', tone: 'rust', at: 0 },
    ]),
    bars([
      { label: 'Ogos', part: 3040 / 3200, text: 'RM 3,040', tone: 'leaf', at: 0 },
      { label: 'September', part: 3192 / 3200, text: 'RM 3,192', tone: 'leaf', at: 0 },
    ]),
    table({
      head: ['soalan', 'carta'],
      rows: [
        ['cawangan mana lebih besar?', 'bar, disusun mengikut nilai'],
        ['bagaimana berubah setiap bulan?', 'garis'],
        ['apakah angka yang tepat?', 'jadual'],
      ],
      rowAt: [0, 0, 0],
    }),
  ],
  'hamparan-semak': [
    table({
      head: ['semakan', 'RM'],
      rows: [
        ['sistem invois', '3,192.00'],
        ['=SUM(G2:G13)', { text: '2,974.50', tone: 'rust' }],
        ['beza', { text: '217.50', tone: 'rust', marks: [1] }],
        ['INV-0904, disimpan sebagai teks', '"217.50"'],
      ],
      rowAt: [undefined, 0, 1, 1],
      numeric: [1],
    }),
    table({
      head: ['ralat', 'semak dahulu'],
      rows: [
        ['#DIV/0!', 'pembahagi sifar atau kosong'],
        ['#N/A', 'nilai yang dicari tiada'],
        ['#REF!', 'sel yang dirujuk telah dipadam'],
        ['#VALUE!', 'teks di tempat angka'],
        ['#NAME?', 'nama fungsi salah eja'],
      ],
    }),
    table({
      head: ['semakan', 'sumber', 'hamparan', ''],
      rows: [
        ['jumlah, RM', '3,192.00', '3,192.00', { text: 'OK', tone: 'leaf' }],
        ['bilangan invois', '12', '12', { text: 'OK', tone: 'leaf' }],
        ['invois berulang', '0', '0', { text: 'OK', tone: 'leaf' }],
      ],
      rowAt: [0, 0, 0],
      numeric: [1, 2],
    }),
  ],
}
