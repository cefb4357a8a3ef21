import type { CaptionProblem, LeftOutCue } from '@apogee/domain/text/captions.ts'
import type { Translation } from '../../../platform/language/messages.ts'
import { figure } from '../../../platform/language/numbers.ts'
import type { captionsImportMessages } from './captions-import-messages.en.ts'

const problems: Record<CaptionProblem, (line: string) => string> = {
  'no-times': () => 'Fail ini tiada baris masa, seperti 00:00:01.000 --> 00:00:03.000.',
  'wrong-times': (line) => `Baris ${line}: masa tidak dapat dibaca.`,
  'ends-before-start': (line) => `Baris ${line}: masa tamat bukan selepas masa mula.`,
  'no-text': (line) => `Baris ${line}: tiada teks.`,
}

const sentence = ({ line, problem }: LeftOutCue): string => problems[problem](figure(line))

export const captionsImport = {
  check: 'Semak apa yang akan dilihat oleh pelajar. Belum ada apa-apa yang disimpan.',
  found: (count, start, end) => `${figure(count)} kapsyen, dari ${start} hingga ${end}`,
  empty: 'Tiada kapsyen yang mempunyai teks.',
  longer: (end, video) =>
    `Kapsyen terakhir tamat pada ${end}, tetapi video tamat pada ${video}. Adakah ini fail bagi video ini?`,
  leftOut: (count) => `Ditinggalkan (${figure(count)})`,
  problem: sentence,
  more: (count) => `Dan ${figure(count)} lagi`,
  none: (problem) => `Fail ini tiada kapsyen yang dapat dipaparkan. ${sentence(problem)}`,
  noCaptions: 'Jenis fail tidak disokong. Hanya kapsyen WebVTT dan SubRip dibenarkan.',
  tooLarge: 'Fail kapsyen paling besar 1 MB.',
  move: (seconds) =>
    seconds < 0
      ? `Paparkan kapsyen ${figure(-seconds)} saat lebih awal`
      : `Paparkan kapsyen ${figure(seconds)} saat lebih lewat`,
  moveHint:
    'Fail ini dibuat untuk strim dan menyatakan perbezaan ini. Kebanyakan video tidak memerlukannya: bandingkan kapsyen pertama dengan video.',
  restored: (language) => `Kapsyen dalam ${language} kembali seperti sebelumnya`,
} satisfies Translation<typeof captionsImportMessages>
