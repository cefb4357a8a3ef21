declare module 'autocannon' {
  interface Options {
    url: string
    connections?: number
    /** `duration` is in seconds. */
    duration?: number
    /** `amount` is the number of requests and replaces a duration. */
    amount?: number
    /** `sampleInt` is the interval in ms between checks whether `amount` is reached. */
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
