/**
 * `send` sends waiting entries and then ends the session on the server. It resolves with whether the session has ended there. It
 * returns undefined when nothing waits; then nothing was done. The sender of the outbox sets it when it is loaded.
 */
export const leaving: { send?: () => Promise<boolean> | undefined } = {}
