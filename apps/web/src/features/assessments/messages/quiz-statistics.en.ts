import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, figure } from '#web/platform/language/numbers.ts'

export const quizStatisticsMessages = defineMessages('quizStatistics', {
  title: 'Statistics of questions',
  basis: (learners: number) =>
    `From the first graded attempt of ${counted(learners, 'learner', 'learners')} at this version. Later attempts and people who teach the course are not counted.`,
  version: 'Version',
  versionOption: (version: number) => `Version ${version}`,
  failed: 'The statistics could not be loaded',
  tooFew: 'Not enough attempts yet',
  tooFewHint: (attempts: number, least: number) =>
    `This version has ${counted(attempts, 'first attempt', 'first attempts')}. Figures are shown from ${least} on: with fewer, chance decides them, and they could show one person’s answers.`,
  tooFewOf: (least: number) => `Fewer than ${least} attempts had this question.`,
  download: 'Download as CSV',
  downloading: 'Preparing…',
  downloadFailed: 'The statistics could not be downloaded.',
  figures: 'Figures',
  answered: 'Answered',
  answeredOf: (answered: number, asked: number) => `${figure(answered)} of ${figure(asked)}`,
  points: 'Mean points',
  pointsOf: (percentage: number) => `${percentage}%`,
  discrimination: 'Discrimination',
  noDiscrimination: 'Cannot be computed',
  discriminationHint:
    'Discrimination compares the points for a question with those for all others: near 1, people who do well get it right; near 0, it tells nobody apart; below 0, people who do well get it wrong.',
  option: 'Option',
  chosen: 'Chosen by',
  chosenBy: (count: number, percentage: number) => `${figure(count)} (${percentage}%)`,
  right: 'Right',
  true: 'True',
  false: 'False',
  mostWrong: 'Most people chose a wrong option.',
  reversed: 'Those who do well overall get this one wrong.',
  tooHard: 'Hardly anybody gets this right.',
  tooEasy: 'Nearly everybody gets this right.',
  weak: 'It does not tell those who do well from the others.',
  oftenBlank: 'Many people leave this one blank.',
  unusedOption: 'Nobody chose one of the wrong options.',
})
