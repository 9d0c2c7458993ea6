/** Port: passwords as they are stored. */
export interface PasswordHasher {
  /**
   * A text that tells the password, its salt and its cost; another one each time.
   *
   * @throws Failure `service_unavailable`, reason `busy_hashing`, when too many wait already.
   */
  hash(password: string): Promise<string>
  /** Whether the stored text is of this password. @throws as `hash`. */
  verify(stored: string, password: string): Promise<boolean>
}
