const LENGTH_BYTES = 4

/** The number of leading bytes that are complete messages, because PGlite cannot read an incomplete message. */
export function countCompleteBytes(bytes: Buffer): number {
  let end = 0
  for (let next = findMessageEnd(bytes, 0); next <= bytes.length; next = findMessageEnd(bytes, end)) {
    end = next
  }
  return end
}

/** Only the startup message has no type byte. It begins with its length, whose first byte is always 0. */
function findMessageEnd(bytes: Buffer, start: number): number {
  const lengthIndex = bytes[start] === 0 ? start : start + 1
  if (lengthIndex + LENGTH_BYTES > bytes.length) return Number.POSITIVE_INFINITY
  return lengthIndex + bytes.readInt32BE(lengthIndex)
}

/** Builds the messages that reset PGlite's only session for a new connection. */
export function buildSessionReset(): Buffer {
  return Buffer.concat([
    buildHeartbeat(),
    buildMessage('Q', 'ROLLBACK\0'),
    buildMessage('Q', 'DISCARD ALL\0'),
  ])
}

/** Builds a message that the server responds to and that changes nothing, not even in a transaction. */
export function buildHeartbeat(): Buffer {
  return buildMessage('S', '')
}

/** Encodes one message of the protocol: type, length (of itself and the body), body. */
function buildMessage(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}0000${body}`)
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}
