export const certificateAddress = (id: string): string => `/certificates/${encodeURIComponent(id)}`
