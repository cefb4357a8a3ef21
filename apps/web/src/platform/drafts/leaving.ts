/**
 * Sends waiting entries, then ends the session on the server; resolves with whether the server confirmed the end or had ended the
 * session before. Undefined means that nothing waits and nothing was done. The outbox's sender sets it once it is loaded.
 */
export const leaving: { send?: () => Promise<boolean> | undefined } = {}
