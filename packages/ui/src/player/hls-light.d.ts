/** The package declares types only for its complete build. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
