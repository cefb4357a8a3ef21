import { expect, test } from 'vitest'
import { compareNames } from './name-match.rules.ts'

test.each([
  ['Orbit Academy Sdn Bhd', 'ORBIT ACADEMY SDN. BHD.', 'matches'],
  ['Orbit Academy Sendirian Berhad', 'Orbit Academy Sdn Bhd', 'matches'],
  ['Orbit (M) Sdn. Bhd.', 'ORBIT MALAYSIA SDN BHD', 'matches'],
  ['Lim & Sons Enterprise', 'LIM AND SONS ENTERPRISE', 'matches'],
  ['Lim dan Anak', 'Lim & Anak', 'matches'],
  ['Kejora Berhad', 'KEJORA BHD', 'matches'],
  ['Kira PLT', 'Kira LLP', 'matches'],
  ['Aminah binti Ali', 'AMINAH BT ALI', 'matches'],
  ['Ahmad bin Osman', 'AHMAD BN OSMAN', 'matches'],
  ['Siva A/L Raju', 'SIVA AL RAJU', 'matches'],
  ['Siva anak lelaki Raju', 'SIVA A/L RAJU', 'matches'],
  ['Priya A/P Kumar', 'PRIYA ANAK PEREMPUAN KUMAR', 'matches'],
  ["Nur'Ain Binti Hassan", 'NURAIN BINTI HASSAN', 'matches'],
  ['José Álvarez', 'JOSE ALVAREZ', 'matches'],
  ['Aminah binti Ali', 'AMINAH ALI', 'similar'],
  ['Tan Ah Kow', 'AH KOW TAN', 'similar'],
  ['Mohd Faizal bin Omar', 'MUHAMMAD FAIZAL BIN OMAR', 'similar'],
  ['Orbit Academy Sdn Bhd', 'ORBIT ACADEMY', 'similar'],
  ['Orbit Academy of Technology Sdn Bhd', 'ORBIT ACADEMY OF TECH', 'similar'],
  ['Orbit Academy Sdn Bhd', 'ORBIT ACADEMI SDN BHD', 'similar'],
  ['Orbit Sdn Bhd', 'ORBIT ENTERPRISE', 'differs'],
  ['Orbit Academy Sdn Bhd', 'Tan Ah Kow', 'differs'],
  ['Ali', 'Ali bin Abu', 'differs'],
  ['Sdn Bhd', 'Bhd', 'differs'],
  ['Aminah binti Ali', 'AMINAH BINTI OTHMAN', 'differs'],
  ['Lee', 'Lim', 'differs'],
  ['...', 'Orbit', 'differs'],
] as const)('the legal name "%s" and the account holder "%s": %s', (legal, holder, verdict) => {
  expect(compareNames(legal, holder)).toBe(verdict)
})

test('two names of 200 characters are compared', () => {
  expect(compareNames('A'.repeat(200), 'B'.repeat(200))).toBe('differs')
})
