/** Says why an uploaded archive is not a package. The path of the issue names the file, or the part of the manifest. */
export const packageProblems = {
  'not-a-zip': 'this file is not a zip archive',
  damaged: 'this is damaged; please export the package again',
  'too-many-entries': 'the package has more than 5,000 files',
  'entry-too-large': 'this file has more than 100 MB',
  'archive-too-large': 'the package unpacks to more than 500 MB',
  'ratio-too-high': 'this file unpacks to far more than it should',
  'unsafe-name': 'this name leaves its folder or cannot be shown',
  'duplicate-name': 'this name is in the package twice',
  encrypted: 'this is encrypted; please make the package without a password',
  'not-a-file': 'this is a link or a device, not a file',
  'unknown-compression': 'this is compressed in a way that is not supported',
  'overlapping-entries': 'files of the package overlap; please export it again',
  'no-manifest': 'this archive has no imsmanifest.xml, so it is not a SCORM package',
  'manifest-in-folder':
    'imsmanifest.xml is inside a folder; please pack the contents of the folder, not the folder itself',
  'manifest-unreadable': 'imsmanifest.xml cannot be read',
  'common-cartridge': 'this is a Common Cartridge, not a SCORM package',
  'unknown-version': 'only SCORM 1.2 and SCORM 2004 can be played',
  'nothing-to-launch': 'the package names nothing that can be opened',
  'too-many-activities': 'the package has more than 500 parts',
  'address-outside-package': 'this part opens an address outside the package',
  'other-content':
    'the content of this file is not what its name says; please replace the file and export the package again',
  program: 'this file is a program; please remove it and export the package again',
  'too-complex': 'the package is too complex to read; please divide it and export its parts again',
  'missing-file': 'this part opens a file that the package does not have',
} as const
