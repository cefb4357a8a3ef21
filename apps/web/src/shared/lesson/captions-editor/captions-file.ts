/** The name decides, because systems report no type or a different one for caption files. */
export const isCaptionsFile = ({ name }: Pick<File, 'name'>): boolean => /\.(?:vtt|srt)$/i.test(name)
