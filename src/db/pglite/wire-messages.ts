const LENGTH_BYTES = 4

/** How many leading bytes are whole messages, because PGlite reads a half message as garbage. */
export function countWholeBytes(bytes: Buffer): number {
  let end = 0
  for (let next = findMessageEnd(bytes, 0); next <= bytes.length; next = findMessageEnd(bytes, end)) {
    end = next
  }
  return end
}

/** The startup message alone has no type byte, and its length is too small to begin with anything but a zero. */
function findMessageEnd(bytes: Buffer, start: number): number {
  const lengthAt = bytes[start] === 0 ? start : start + 1
  if (lengthAt + LENGTH_BYTES > bytes.length) return Number.POSITIVE_INFINITY
  return lengthAt + bytes.readInt32BE(lengthAt)
}

/** Builds the messages which make PGlite's only session look like a fresh connection. */
export function buildSessionReset(): Buffer {
  return Buffer.concat([
    buildHeartbeat(),
    buildMessage('Q', 'ROLLBACK\0'),
    buildMessage('Q', 'DISCARD ALL\0'),
  ])
}

/** Builds a message that the server answers and that changes nothing, not even in a transaction. */
export function buildHeartbeat(): Buffer {
  return buildMessage('S', '')
}

/** Encodes one message by the protocol: type, length including itself, body. */
function buildMessage(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}0000${body}`)
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}
