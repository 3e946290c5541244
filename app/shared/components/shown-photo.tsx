/** A photo that a member chose to show of a shirt. */
export function ShownPhoto({
  src,
  alt,
  isFirst = false,
}: {
  src: string;
  alt: string;
  /** True if it is visible without scrolling. */
  isFirst?: boolean;
}) {
  return (
    <img
      src={src}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
      className="exhibit card-image size-full object-cover"
    />
  );
}
