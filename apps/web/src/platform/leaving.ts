/**
 * Sends what waits and ends the session on the server then; answers whether the server confirmed that, or had ended it. Undefined:
 * nothing waits, and nothing was done. Set by the sender of the outbox once it is loaded.
 */
export const leaving: { send?: () => Promise<boolean> | undefined } = {}
