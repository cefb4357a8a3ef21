/** Undoing a change of e-mail address queues this task too. */
export const forgottenPasswordTask = 'accounts.password-forgotten'
