/** The task is also queued when a change of address is undone. */
export const forgottenPasswordTask = 'accounts.password-forgotten'
