/** Lists members of a worker's global object that reach the network, the browser's storage or other pages of this site. */
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
 * Removes these members before a thread runs untrusted code. The engine isolates such code from JavaScript. If a fault of the
 * engine lets the code through, the code cannot act for the signed-in person.
 */
export function withdrawConnections(scope: object): void {
  for (const name of connections) {
    for (let holder: object | null = scope; holder; holder = Object.getPrototypeOf(holder) as object | null)
      Reflect.deleteProperty(holder, name)
    // A member that is still there cannot be deleted, so it is replaced by undefined.
    if (name in scope) Object.defineProperty(scope, name, { value: undefined })
  }
}
