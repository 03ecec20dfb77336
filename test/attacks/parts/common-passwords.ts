import { createTestClient, type Reply, runInParallel } from '#support/http-client.ts'
import { createUser, createVerifiedPeople } from '#support/users.ts'
import list from '../../../src/features/auth/server/passwords/common-passwords.json' with { type: 'json' }
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

const tooShortMessage = 'Password must be at least 6 characters long'
const tooCommonMessage = 'This password is too common.'
const describeReply = ({ status, text }: Reply) => `${status} ${text}`

/** C5: which passwords are accepted, and that every byte of them counts. */
export async function commonPasswords(report: Report): Promise<void> {
  await withSite({ RATE_MULTIPLIER: '100000' }, async (site) => {
    const client = createTestClient(site.origin)
    const register = (password: string) =>
      client.call('POST /users/createUser', { name: 'Mat Ruler', email: createUser().email, password })

    const commonList = list.passwords.flatMap((line) => line.split(' ')).slice(0, report.amount(300, 3000))
    const replies = await runInParallel(commonList, 10, register)
    report.check(
      'the most common passwords are rejected',
      tally(replies, ({ body }) => body.message === tooCommonMessage, describeReply),
    )
    const capitals = await runInParallel(commonList.slice(0, 300), 10, (password) =>
      register(password.toUpperCase()),
    )
    report.check(
      'the most common passwords in capitals are rejected',
      tally(capitals, ({ body }) => body.message === tooCommonMessage, describeReply),
    )

    const tooShort = await runInParallel(['', 'x', 'quayz', '🐦🐦🐦🐦🐦'], 1, register)
    report.check(
      '0, 1 and 5 characters are rejected',
      tally(tooShort, ({ body }) => body.message === tooShortMessage, describeReply),
    )
    const tooLong = await runInParallel(['x'.repeat(1025), `é${'x'.repeat(1023)}`], 1, register)
    report.check(
      '1,025 bytes are rejected',
      tally(tooLong, ({ status }) => status === 400, describeReply),
    )

    const pairs: [string, string][] = [
      ['zqkwvy', 'zqkwvx'],
      ['x'.repeat(64), 'x'.repeat(63)],
      ['x'.repeat(128), 'x'.repeat(127)],
      ['x'.repeat(1024), `${'x'.repeat(1023)}y`],
      [`${'x'.repeat(72)}1`, `${'x'.repeat(72)}2`],
      ['heron\0quay', 'heron\0shore'],
      ['🐦🐦🐦🐦🐦🐦', '🐦🐦🐦🐦🐦🐧'],
      ['  heron  ', 'heron'],
      ['      ', '       '],
    ]
    const people = await createVerifiedPeople(site, client, pairs.length, {
      getPassword: (index) => pairs[index]?.[0] ?? '',
    })
    const goodReplies = await runInParallel(people, 2, (person) => client.call('POST /auth/login', person))
    report.check(
      '6 to 1,024 bytes of any kind are accepted',
      tally(goodReplies, ({ status }) => status === 200, describeReply),
    )
    const others = people.map(({ email }, index) => ({ email, password: pairs[index]?.[1] }))
    const wrongReplies = await runInParallel(others, 2, (person) => client.call('POST /auth/login', person))
    report.check(
      'a password that differs only in the last byte is wrong',
      tally(wrongReplies, ({ status }) => status === 401, describeReply),
    )
    client.close()
  })
}
