// What people of the demo school wrote to those who run the platform, in days before the first start.
export interface DemoMessage {
  /** Key of the person who wrote it, signed in. */
  from: string
  topic: 'contact' | 'support' | 'testimonial' | 'partner'
  state: 'unread' | 'read' | 'done'
  daysAgo: number
  body: string
}

export const demoMessages: DemoMessage[] = [
  {
    from: 'arvind',
    topic: 'support',
    state: 'done',
    daysAgo: 11,
    body: 'I paid by online banking and the page said it was still waiting. Ten minutes later the course was there, so nothing to do. Perhaps the page could say how long it usually takes.',
  },
  {
    from: 'nurul-huda',
    topic: 'partner',
    state: 'read',
    daysAgo: 5,
    body: 'Three tailoring workshops in Kota Bharu would like their apprentices to take my pricing course together. Can they buy ten places at once, with one receipt for the association?',
  },
  {
    from: 'aisyah',
    topic: 'contact',
    state: 'unread',
    daysAgo: 1,
    body: 'Is there a way to download the captions of a lesson as text? I read along on the train and would like to mark words I want to look up later.',
  },
]
