/** EICAR's test file is harmless, but every scanner reports it. It is split, because a scanner would remove this source file. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-',
  'ANTIVIRUS-TEST-',
  'FILE!$H+H*',
].join('')
