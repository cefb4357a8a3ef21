export interface MailText {
  subject: string
  body: string
}
