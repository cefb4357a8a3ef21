interface NativeKeyEvent {
  key: string
  keyCode: number
  isComposing: boolean
}

/**
 * Returns the name of the key. It is 'Process' for a key that an input method takes, such as the Enter that accepts a word. WebKit
 * ends the composition before it reports this key, and then marks it only by the code 229.
 */
export function pressedKey(event: NativeKeyEvent | { nativeEvent: NativeKeyEvent }): string {
  const { key, keyCode, isComposing } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229 ? 'Process' : key
}
