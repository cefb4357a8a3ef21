/** Lists expressions whose time may grow faster than their input. Each value says what limits the length of the input. */
export const bounded: Readonly<Record<string, string>> = {
  '/<Contents>(.*?)<\\/Contents>/gs': "a page of at most 1,000 files, of the operator's own storage",
  '/<Part>(.*?)<\\/Part>/gs': "a page of at most 1,000 parts, of the operator's own storage",
  '/<Upload>(.*?)<\\/Upload>/gs': "a page of at most 1,000 uploads, of the operator's own storage",
  '/#EXTINF:([\\d.]+),[^\\n]*\\n#EXT-X-BYTERANGE:(\\d+)@(\\d+)\\n/g': 'a playlist that our own ffmpeg writes',
  '/url\\(["\']?(\\/assets\\/apogee-sans[^"\')]*\\.woff2)/': 'our own style sheet',
  '/([^{};]+)\\{/g': 'our own style sheet',
  '/^-+|-+$/g': 'a name of 80 characters',
  '/^\\s*(\\d+)\\s+([0-9A-F]+)\\/([0-9A-F]+)/gm': 'the history file of our own database',
  '/^base\\/[^/]+\\/manifest\\.json|^wal\\/[^/]+\\.history|^purchases\\//': 'names of our own backups',
  '/(?:email|phone|address|avatar|bio|names?|holder|userAgent|taxNumber|registrationNumber|sstNumber|accountNumber|endsWith|bankReference|company|city|postalCode|country|signature|website|csv|details|(?:^|\\.)(?:number|by|who|seller|learner|person|actor|author|owner|sender|recipient)|By)(?:\\[\\]|\\{\\})*$/i':
    'names of fields of the contract',
  '/(?:about|receipt|receipts\\[\\])\\.number$|^\\w*(?:Receipt|Invoice)\\w* number$/':
    'names of fields of the contract',
  '/<\\/?(?:font|span|s)\\b[^<>]{0,200}>|\\{\\\\[^{}]{0,100}\\}/gi':
    'each try ends after 200 characters; captions-growth.unit.test.ts measures it',
  '/^(.{4,})[^\\p{L}]*\\1$/u': 'a password of 200 characters',
  '/^<?[^\\s@<>/:]+@[^\\s@<>/:]+>?[.,;:!?)]*$/': 'a word of 2,000 characters (longestLink)',
  '/^(.*?)([.,;:!?)]*)$/': 'a word of 2,000 characters (longestLink)',
  '/\\s*\\n\\s*/g': 'a formula, whose length the schema of texts bounds',
  '/\\|+$/': 'a text with two separators at most, because its parts lose theirs before',
  '/\\s*%$/': 'a percentage that somebody types in the browser, or 20 characters of a request',
  '/^(?:(\\d{1,2}):)?(\\d{1,3}):(\\d{2})(?![\\d:])[\\s.\\-–—|)]*(.*)$/u':
    'a line that somebody types in the browser',
  '/\\B(?=(?:\\d{3})+\\.)/g': 'the digits of a number',
}

/** Lists the files that build an expression from text. Each value says where the text comes from. */
export const made: Readonly<Record<string, string>> = {
  'apps/server/src/adapters/storage/s3-client.ts': 'a constant name of an element; no repetition overlaps',
  'apps/server/src/features/catalogue/search/lesson-search.rules.ts':
    'escaped words of a search of 200 characters (search.rules.ts)',
  'apps/server/src/platform/database/schema/migrate.ts': 'constants; our own migrations',
  'apps/server/src/platform/resources/precompressed-response.ts': 'constants; a header, which HTTP bounds',
  'apps/server/src/platform/zip/read-zip.ts': 'a class of characters',
  'apps/server/src/policy/outside-requests.ts': 'constants; the name of a header, which HTTP bounds',
  'packages/contracts/src/businesses/seller-checks.forms.ts': 'constants without repetition',
  'packages/contracts/src/sales/offers-query.ts': 'constants; the schema bounds the length',
  'packages/domain/src/text/caption-import.ts': 'constants; captions-growth.unit.test.ts measures it',
  'packages/domain/src/text/captions.ts': 'constants; captions-growth.unit.test.ts measures it',
  'packages/domain/src/text/human-text.ts': 'classes of characters',
  'packages/domain/src/text/transcript.ts': 'constants; captions-growth.unit.test.ts measures it',
}
