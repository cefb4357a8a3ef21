/** Path of a certificate's public page. */
export const certificateAddress = (id: string): string => `/certificates/${encodeURIComponent(id)}`
