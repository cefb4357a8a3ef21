import { crc32, deflateRawSync } from 'node:zlib'

/** Builds a zip file of these entries; `claimed` is the size that the headers state. */
export function zip(entries: readonly { name: string; content: Buffer; claimed?: number }[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content, claimed = content.length } of entries) {
    const packed = deflateRawSync(content, { level: 9 })
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(8, 4)
    fixed.writeUInt32LE(crc32(content), 10)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(claimed, 18)
    fixed.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fixed, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fixed, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}

export function formOf({ content, name = 'a.bin' }: { content: Buffer; name?: string }): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ])
}

export const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
