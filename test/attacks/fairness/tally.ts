/** One client: an address, and an account that is not an admin's. */
export type Attacker = { from: string; token: string }

/** The results of an attacker's requests. */
export type Tally = {
  sent: number
  statuses: Record<number, number>
  /** Sockets that the site closed, and requests that therefore got no response. */
  closed: number
}

export function countRefusals({ statuses }: Tally): number {
  const refused = Object.entries(statuses).filter(([status]) => Number(status) >= 400)
  return refused.reduce((sum, [, count]) => sum + count, 0)
}
