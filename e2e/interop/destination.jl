# The destination-specific format (docs/destination-format.md) in Julia: a reader of files for Julia, over a mapped file, and a writer for either destination.
# Arrays of numbers are views of the mapped file. As a program, `julia destination.jl IN OUT …` reads each IN, which is for Julia, and writes the same data to
# OUT for Python, or `julia destination.jl --julia IN OUT …` for Julia again.

module Destination

using Mmap

const magic = UInt8[0x89, 0x44, 0x53, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
const header_bytes = 64
const types = (Int64, Float64, String)

little(bytes, ::Type{T}, offset) where {T} = ltoh(GC.@preserve bytes unsafe_load(Ptr{T}(pointer(bytes, offset + 1))))

struct Header
    structure::UInt8
    element::DataType
    key::Union{DataType,Nothing}
    count::Int
    values_offset::Int
end

function read_header(bytes::Vector{UInt8})
    length(bytes) >= header_bytes || error("the file ends in its header, at byte $(length(bytes))")
    bytes[1:8] == magic || error("another magic at byte 0")
    little(bytes, UInt16, 8) == 1 || error("another version at byte 8")
    little(bytes, UInt16, 10) == header_bytes || error("another header at byte 10")
    structure, destination, element, key = bytes[13:16]
    structure in (1, 3) || error("no structure that Julia has at byte 12")
    destination == 2 || error("not for Julia at byte 13")
    1 <= element <= 3 || error("no element type at byte 14")
    (structure == 3 ? 1 <= key <= 3 : key == 0) || error("no key type at byte 15")
    little(bytes, UInt64, 24) == length(bytes) - header_bytes || error("another length of the file at byte 24")
    all(iszero, bytes[41:64]) || error("unused bytes at byte 40")
    Header(structure, types[element], key == 0 ? nothing : types[key], Int(little(bytes, UInt64, 16)), Int(little(bytes, UInt64, 32)))
end

# Numbers where they lie in the mapped file.
function section(bytes::Vector{UInt8}, ::Type{T}, count, offset) where {T<:Union{Int64,Float64}}
    8 * count <= length(bytes) - offset || error("$count numbers don't lie behind byte $offset")
    (reinterpret(T, view(bytes, offset+1:offset+8*count)), offset + 8 * count)
end

function section(bytes::Vector{UInt8}, ::Type{String}, count, offset)
    8 * count <= length(bytes) - offset || error("$count texts don't lie behind byte $offset")
    texts = Vector{String}(undef, count)
    at = offset
    for index in 1:count
        at + 8 <= length(bytes) || error("no text at byte $at")
        size = little(bytes, UInt64, at)
        at += 8
        size <= length(bytes) - at || error("a text of $size bytes at byte $at")
        texts[index] = GC.@preserve bytes unsafe_string(pointer(bytes, at + 1), size)
        isvalid(texts[index]) || error("no UTF-8 at byte $at")
        at += Int(size)
    end
    (texts, at)
end

function read_file(path)
    bytes = open(io -> Mmap.mmap(io, Vector{UInt8}, filesize(io)), path)
    header = read_header(bytes)
    if header.structure == 1
        values, stop = section(bytes, header.element, header.count, header_bytes)
        stop == length(bytes) || error("the array ends at byte $stop of $(length(bytes))")
        return values
    end
    keys, keys_end = section(bytes, header.key, header.count, header_bytes)
    cld(keys_end, 8) * 8 == header.values_offset || error("keys end at byte $keys_end, values begin at $(header.values_offset)")
    values, stop = section(bytes, header.element, header.count, header.values_offset)
    stop == length(bytes) || error("the values end at byte $stop of $(length(bytes))")
    entries = Dict{header.key,header.element}()
    sizehint!(entries, header.count)
    for index in 1:header.count
        entries[keys[index]] = values[index]
    end
    length(entries) == header.count || error("a key is repeated")
    entries
end

put(io, value::Number) = write(io, htol(value))

function put(io, text::String, destination)
    if destination == 2
        put(io, UInt64(sizeof(text)))
        return write(io, text)
    end
    widest = isempty(text) ? UInt32(0) : maximum(UInt32, text)
    encoding = widest < 0x80 ? 0 : widest < 0x100 ? 1 : widest < 0x10000 ? 2 : 4
    put(io, UInt64(encoding))
    put(io, UInt64(length(text)))
    unit = encoding < 2 ? UInt8 : encoding == 2 ? UInt16 : UInt32
    for character in text
        put(io, unit(UInt32(character)))
    end
    write(io, zeros(UInt8, mod(-length(text) * sizeof(unit), 4)))
end

put_all(io, values, destination) = foreach(value -> value isa String ? put(io, value, destination) : put(io, value), values)

# What numpy's arrays of texts hold: every text as wide as the widest.
function put_fixed(io, texts)
    width = foldl((widest, text) -> max(widest, length(text)), texts; init = 1)
    put(io, UInt64(4 * width))
    for text in texts
        endswith(text, '\0') && error("a text ends in U+0000, which NumPy takes for padding")
        foreach(character -> put(io, UInt32(character)), text)
        foreach(_ -> put(io, UInt32(0)), length(text)+1:width)
    end
end

function write_file(path, data, destination)
    body = IOBuffer()
    values_offset = 0
    if data isa AbstractDict
        put_all(body, keys(data), destination)
        write(body, zeros(UInt8, mod(-position(body), 8)))
        values_offset = header_bytes + position(body)
        put_all(body, values(data), destination)
    elseif eltype(data) == String && destination == 1
        put_fixed(body, data)
    else
        put_all(body, data, destination)
    end
    code(type) = UInt8(findfirst(isequal(type), types))
    bytes = take!(body)
    open(path, "w") do io
        write(io, magic)
        put(io, UInt16(1))
        put(io, UInt16(header_bytes))
        write(io, UInt8[data isa AbstractDict ? 3 : 1, destination, code(data isa AbstractDict ? valtype(data) : eltype(data)), data isa AbstractDict ? code(keytype(data)) : 0])
        foreach(value -> put(io, UInt64(value)), (length(data), length(bytes), values_offset))
        write(io, zeros(UInt8, 24))
        write(io, bytes)
    end
end

end

if abspath(PROGRAM_FILE) == @__FILE__
    for_julia = ARGS[1] == "--julia"
    paths = ARGS[1+for_julia:end]
    for index in 1:2:length(paths)
        Destination.write_file(paths[index+1], Destination.read_file(paths[index]), for_julia ? 2 : 1)
    end
end
