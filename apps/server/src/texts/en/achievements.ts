/** The printed certificate, and the picture that previews a link to it. */
export const achievements = {
  certificate: {
    heading: 'Certificate of completion',
    beforeName: 'This certifies that',
    unnamed: 'Unnamed User',
    afterName: 'has completed the course',
    offeredBy: (seller: string): string => `offered by ${seller}`,
    teacher: 'Instructor',
    length: 'Length',
    date: 'Date',
    id: 'Certificate ID',
    checkAt: 'Verify at',
    /** `hours` or `minutes` may be 0. */
    time: (hours: number, minutes: number): string =>
      [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : ''].join(' ').trim(),
    /** `time`: hours and minutes. */
    ofVideo: (time: string): string => `${time} of video`,
    signature: (name: string): string => `Signature of ${name}`,
    code: 'QR code with the address of the page that verifies this certificate',
  },
}
