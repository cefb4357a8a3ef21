/** The pages /contact, /contact-support, /testimonials and /partners send one topic each. */
export const messageTopics = ['contact', 'support', 'testimonial', 'partner'] as const
export type MessageTopic = (typeof messageTopics)[number]

export const messageStates = ['unread', 'read', 'done'] as const
export type MessageState = (typeof messageStates)[number]
