/** EICAR's test file, which every scanner reports though it is harmless. In pieces: a scanner would remove this source. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-',
  'ANTIVIRUS-TEST-',
  'FILE!$H+H*',
].join('')
