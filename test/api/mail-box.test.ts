import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { useMailBox } from './mail-box.ts'

const box = useMailBox()
const mail = {
  from: 'site@chopmark.test',
  subject: 'Hello',
  text: 'See https://chopmark.test/a?b=c\nBye',
  html: '<p>Hello',
}
const send = (to: string) => createTransport(box.url).sendMail({ ...mail, to })

test('each mail is handed out once, in the order of coming', async () => {
  const first = box.next('ann@mail.test')
  await send('ann@mail.test')
  await send('bob@mail.test')
  expect(await first).toMatchObject({
    recipients: ['ann@mail.test'],
    sender: 'site@chopmark.test',
    subject: 'Hello',
    links: ['https://chopmark.test/a?b=c'],
    html: '<p>Hello\n',
  })
  await send('ann@mail.test')
  expect(await box.next('ann@mail.test')).toBe(box.mails[2])
})

test('a server that is down drops connections, and counts them', async () => {
  box.down()
  await expect(send('ann@mail.test')).rejects.toThrow()
  expect([box.connections, box.mails.length]).toEqual([1, 0])
  box.up()
  await send('ann@mail.test')
  expect(box.mails).toHaveLength(1)
})

test('a mail can be put off, refused, and held without an answer', async () => {
  box.response = 'later'
  await expect(send('ann@mail.test')).rejects.toMatchObject({ responseCode: 451 })
  box.response = 'never'
  await expect(send('ann@mail.test')).rejects.toMatchObject({ responseCode: 550 })
  box.response = 'take'
  const heldMails = box.hold()
  let isAnswered = false
  const sent = send('ann@mail.test').then(() => {
    isAnswered = true
  })
  await heldMails
  expect([box.mails.length, isAnswered]).toEqual([1, false])
  box.release()
  await sent
})
