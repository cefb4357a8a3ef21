/** Holds the secret of the key. */
export const keyVariable = 'BACKUP_KEY'
