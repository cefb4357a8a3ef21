declare module 'autocannon' {
  interface Options {
    url: string
    connections?: number
    /** The value is in seconds. */
    duration?: number
    /** The number of requests replaces a duration. */
    amount?: number
    /** The value is the interval in ms between checks whether `amount` is reached. */
    sampleInt?: number
    headers?: Record<string, string>
    requests?: { path: string }[]
  }
  interface Result {
    requests: { total: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
