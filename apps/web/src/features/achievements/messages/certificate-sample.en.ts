import { defineMessages } from '#web/platform/language/messages.ts'

export const certificateSampleMessages = defineMessages('certificateSample', {
  heading: 'Certificate of completion',
  yourName: 'Your name',
  sample: 'Sample',
  sampleCourse: 'A course of yours',
  condition: (watched: number | null, result: number | null) => {
    const needs = [
      'completed every lesson',
      ...(watched === null ? [] : [`watched at least ${watched}% of each video`]),
      ...(result === null ? [] : [`reached at least ${result}% in each quiz`]),
    ]
    const all = needs.length > 1 ? `${needs.slice(0, -1).join(', ')} and ${needs.at(-1)}` : needs[0]
    return `Yours when you have ${all}. Anyone with its link can check it.`
  },
})
