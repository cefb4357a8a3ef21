/** What of a worker's global object reaches the network, the browser's storage or other pages of this site. */
const connections = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',

  'indexedDB',
  'caches',
  'BroadcastChannel',
  'Worker',
  'SharedWorker',
  'navigator',
  'RTCPeerConnection',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
]

/**
 * For a thread that is about to run code of others: the engine keeps such code from JavaScript, and if a fault of the engine lets
 * it through, it finds nothing there with which it could act for the signed-in person.
 */
export function withdrawConnections(scope: object): void {
  for (const name of connections) {
    for (let holder: object | null = scope; holder; holder = Object.getPrototypeOf(holder) as object | null)
      Reflect.deleteProperty(holder, name)
    // What the browser does not let go is hidden.
    if (name in scope) Object.defineProperty(scope, name, { value: undefined })
  }
}
