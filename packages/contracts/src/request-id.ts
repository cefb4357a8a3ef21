/** Every answer of our server has this header. The web client completes answers without it (docs/decisions/calls.md). */
export const requestIdHeader = 'x-request-id'
