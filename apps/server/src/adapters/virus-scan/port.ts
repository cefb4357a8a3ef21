/** Scans uploaded files for malware (docs/decisions/untrusted-files.md). */

/**
 * `incomplete` means that the scanner could not read the whole file, because the file is encrypted or exceeds the scanner's own
 * limits.
 */
export type ScanVerdict =
  | { state: 'clean' }
  | { state: 'infected'; signature: string }
  | { state: 'incomplete'; signature: string }

/** The scanner gave no verdict on a file. A retry may succeed. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

export interface ScannerState {
  version: string
  /** The signatures were created at this time. It is null if the scanner does not report it. */
  signaturesFrom: Date | null
}

export type ScanOutcome = ScanVerdict['state'] | 'failed'

export interface VirusScanner {
  /** Longer files cannot be scanned. */
  readonly maxBytes: number
  /**
   * Scans a local file.
   * @throws ScannerUnavailable, and QueueFull when too many files wait.
   */
  scan(path: string): Promise<ScanVerdict>
  /**
   * Asks whether the scanner answers.
   * @throws ScannerUnavailable
   */
  state(): Promise<ScannerState>
  /** The counts cover the scans of this process since its start. */
  readonly outcomes: Readonly<Record<ScanOutcome, number>>
}
