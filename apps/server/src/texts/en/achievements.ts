/** Contains the texts of the printed certificate and of its pictures. */
export const achievements = {
  certificate: {
    heading: 'Certificate of completion',
    beforeName: 'This certifies that',
    unnamed: 'Unnamed User',
    afterName: 'has completed the course',
    offeredBy: (seller: string): string => `offered by ${seller}`,
    teacher: 'Instructor',
    /** `first` is the title of the first module. */
    modules: (count: number, first: string): string =>
      `${count} ${count === 1 ? 'module' : 'modules'}: ${first}`,
    length: 'Length',
    date: 'Date',
    id: 'Certificate ID',
    checkAt: 'Verify at',
    /** Either number may be 0, and its unit is then left out. */
    time: (hours: number, minutes: number): string =>
      [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : ''].join(' ').trim(),
    /** `time` is the result of `time()`. */
    ofVideo: (time: string): string => `${time} of video`,
    signature: (name: string): string => `Signature of ${name}`,
    code: 'QR code with the address of the page that verifies this certificate',
  },
}
