/** Recognises caption files by their name, because operating systems report no MIME type or different ones for them. */
export const isCaptionsFile = ({ name }: Pick<File, 'name'>): boolean => /\.(?:vtt|srt)$/i.test(name)
