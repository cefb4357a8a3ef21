export const keyVariable = 'BACKUP_KEY'
