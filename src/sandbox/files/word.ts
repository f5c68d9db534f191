export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
