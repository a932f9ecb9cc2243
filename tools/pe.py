"""Windows libraries with the same bytes in two builds.

The linker writes a time stamp and a build identifier into the headers of a library that differ between two builds of
the same sources. The headers are those of Microsoft's Portable Executable format,
https://learn.microsoft.com/windows/win32/debug/pe-format.
"""

from __future__ import annotations

import hashlib

import pefile

_STAMP = 4  # bytes of a time stamp and of a checksum
_GUID = 16  # bytes of the identifier in a CodeView record, after the four of its signature
_CODEVIEW = pefile.DEBUG_TYPE["IMAGE_DEBUG_TYPE_CODEVIEW"]


def reproducible(library: bytes) -> bytes:
    """Return the library with a hash of all other bytes in place of its time stamps and its identifier.

    The hash keeps what both are for: two different libraries have different stamps and identifiers. A checksum is
    computed anew if the library has one. Applying the function twice gives the same bytes.
    """
    pe = pefile.PE(data=library)
    debug = [entry.struct for entry in getattr(pe, "DIRECTORY_ENTRY_DEBUG", ())]
    exports = [pe.DIRECTORY_ENTRY_EXPORT.struct] if hasattr(pe, "DIRECTORY_ENTRY_EXPORT") else []
    stamped = [header for header in (pe.FILE_HEADER, *exports, *debug) if header.TimeDateStamp]
    varying = [(header.get_field_absolute_offset("TimeDateStamp"), _STAMP) for header in stamped]
    varying += [(record.PointerToRawData + 4, _GUID) for record in debug if record.Type == _CODEVIEW]
    checksum = pe.OPTIONAL_HEADER.get_field_absolute_offset("CheckSum")
    content = bytearray(library)
    for start, size in (*varying, (checksum, _STAMP)):
        content[start : start + size] = bytes(size)
    digest = hashlib.sha256(content).digest()
    for start, size in varying:
        content[start : start + size] = digest[:size]
    if pe.OPTIONAL_HEADER.CheckSum:
        computed = pefile.PE(data=bytes(content)).generate_checksum()
        content[checksum : checksum + _STAMP] = computed.to_bytes(_STAMP, "little")
    return bytes(content)
