/** The port to password hashing. */
export interface PasswordHasher {
  /**
   * Hashes a password with a new salt. The text contains the salt and the cost.
   *
   * @throws {Failure} `service_unavailable` (`busy_hashing`) when too many hashes are waiting.
   */
  hash(password: string): Promise<string>
  /**
   * Whether the stored text is a hash of this password.
   *
   * @throws {Failure} as `hash`.
   */
  verify(stored: string, password: string): Promise<boolean>
}
